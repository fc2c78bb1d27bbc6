/** How PostCSS makes the style sheet: with Tailwind. */
export default { plugins: { "@tailwindcss/postcss": {} } };
