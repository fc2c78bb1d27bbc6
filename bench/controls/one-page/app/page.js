export default function Page() {
  return <main>One page</main>;
}
