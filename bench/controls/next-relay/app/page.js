/** An empty page, to measure what Next itself sends. */
export default function Page() {
  return <p>A bare page.</p>;
}
