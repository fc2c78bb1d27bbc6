/** A page with nothing on it: what Next itself sends. */
export default function Page() {
  return <p>A bare page.</p>;
}
