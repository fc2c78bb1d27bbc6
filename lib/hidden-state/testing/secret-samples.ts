/**
 * Texts with secrets for tests, and the part of each that must be removed. Some are assembled from pieces, so that
 * secret scanners do not report this file.
 */

const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P";
const PEM =
  "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAcanary+/\nabc=\n-----END RSA PRIVATE KEY-----";

export const SHAPES: [kind: string, text: string, canary: string][] = [
  ["api-key", "use sk-proj-Ab12Cd34Ef56Gh78 now", "Ab12Cd34Ef56Gh78"],
  ["api-key", "sk-canarycanarycanarycanary", "canarycanary"],
  ["api-key", `stripe ${["sk", "live", "4eC39HqLyjWDarjt"].join("_")}`, "4eC39HqLyjWDarjt"],
  ["github-token", ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_"), "16C7e42F292c6912"],
  ["github-token", `x:${["github", "pat", "11ABCDEFG0abcdefghij", "klm"].join("_")}`, "11ABCDEFG0"],
  ["gitlab-token", ["glpat", "abcDEF123456789_", "xyz"].join("-"), "abcDEF123456789"],
  ["aws-key", "id AKIAIOSFODNN7EXAMPLE end", "IOSFODNN7"],
  ["slack-token", ["xoxb", "2345678901", "abcdefghij"].join("-"), "2345678901"],
  [
    "slack-token",
    ["https://hooks.slack.com", "services", "T000", "B000", "XXXXcanary"].join("/"),
    "XXXXcanary",
  ],
  ["google-key", `AIza${"SyA1234567890abcdefghijklmnopqrstuv"}`, "SyA1234567890"],
  ["jwt", `cookie is ${JWT}.`, "dozjgNryP4J3"],
  ["private-key", `key:\n${PEM}\nafter`, "MIIEow"],
  ["private-key", JSON.stringify({ text: PEM.replace(/-----END.*/s, "") }), "MIIEow"],
  ["credential", "sent 'Bearer abcdef123456' over", "abcdef123456"],
  ["credential", "Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpwYXNz"],
  ["url-password", "postgres://app:hunter2@db:5432/x", "hunter2"],
  ["url-password", "https://u:p@ss:w0rd@host/path", "w0rd"],
  ["card", "card 4111 1111 1111 1111 ok", "1111 1111"],
  ["card", "paid with 5555555555554444.", "5555555555554444"],
];
export const ASSIGNED: [text: string, canary: string][] = [
  ["DB_PASSWORD=supersecret\nPORT=1", "supersecret"],
  ['export API_KEY="two words 1"', "two words"],
  ["https://x.org/?access_token=abcdef&page=2", "abcdef"],
  ["password: correcthorse", "correcthorse"],
  ["curl --token t0psecret -v", "t0psecret"],
  ["Authorization: Digest username=abc, response=zzz", "response=zzz"],
  ["Set-Cookie: sid=31d4d96e; Path=/", "31d4d96e"],
  ["{'password': 'hunter2', broken", "hunter2"],
  ['{"a": {"password": "hunter2"}, "a": 1}', "hunter2"],
  ['log: {\\"client_secret\\":\\"hunter2\\"}', "hunter2"],
  ["client_secret => 'hunter2'", "hunter2"],
];
