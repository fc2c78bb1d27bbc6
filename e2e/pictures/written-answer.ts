/** An answer with everything that an answer can have. */
export const WRITTEN_ANSWER = `## A plan for the ferry

The crossing takes **forty minutes**, and [the timetable](https://example.org/ferry) says *every hour*[^1].

1. Buy a ticket
2. Wait at the pier
   - with a coat
   - ~~without~~ with an umbrella

- [x] Pack
- [ ] Leave

> The sea was calm.

| From | To | Price |
| :--- | :-: | ---: |
| Harbour | Island | 12.50 |
| Island | Harbour | 9.00 |

\`\`\`python
def price(people: int) -> float:
    """Children travel for nothing."""
    return 12.5 * people  # euros
\`\`\`

The sum is $a^2 + b^2$, and

$$
\\int_0^1 x \\, dx = \\frac{1}{2}
$$

\`\`\`mermaid
flowchart LR
  accTitle: Way of a letter
  Writer --> Post --> Reader
\`\`\`

![A lighthouse](https://pictures.example/light.png)

[^1]: But not at night.
`;
