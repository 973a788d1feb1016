// Reads GET /management/users to its end in this process and prints what it took. The route handler is called
// without a server between, and what it sends is counted and thrown away.
import { GET } from "@/app/api/v1/management/users/route";
import { pool } from "@/lib/db";

const request = (token: string) =>
  new Request("http://localhost:3000/api/v1/management/users", {
    headers: { authorization: `Bearer ${token}` },
  });

async function read() {
  const response = await GET(request(process.env.BENCH_TOKEN ?? ""), {
    params: Promise.resolve({}),
  });
  if (!response.ok || !response.body) throw new Error(`The answer was ${response.status}`);
  let [bytes, users] = [0, 0];
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    // Only users have this field.
    users +=
      Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
        .toString("latin1")
        .split('"display_name":').length - 1;
  }
  return { bytes, users };
}

const idleMiB = process.memoryUsage.rss() / 2 ** 20;
const began = performance.now();
const counted = await read();
const seconds = (performance.now() - began) / 1000;
const peakMiB = process.resourceUsage().maxRSS / 1024;
await pool.end();
console.log(JSON.stringify({ ...counted, seconds, peakMiB, idleMiB }));
process.exit(0);
