// A reader of the trail as somebody may write one in an afternoon: it appends each event to FILE, and begins after what FILE ends with.
// It needs BASE_URL and TOKEN. Whoever kills it anywhere finds each event in FILE once.
import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";

const { BASE_URL, TOKEN, FILE } = process.env;

/** What whole lines say. Half a line, which a reader left that was killed, is cut off. */
function lastSequence() {
  if (!existsSync(FILE)) return null;
  const text = readFileSync(FILE);
  const end = text.lastIndexOf("\n") + 1;
  truncateSync(FILE, end);
  const last = text.subarray(0, end).toString().trimEnd().split("\n").at(-1);
  return last ? JSON.parse(last).sequence : null;
}

for (let after = lastSequence(); ; ) {
  const query = new URLSearchParams({ wait: "50", ...(after === null ? {} : { after }) });
  const response = await fetch(`${BASE_URL}/api/v1/management/audit-events?${query}`, {
    headers: { authorization: `Bearer ${TOKEN}`, accept: "application/x-ndjson" },
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  let rest = "";
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      appendFileSync(FILE, `${line}\n`);
      after = JSON.parse(line).sequence;
    }
  }
}
