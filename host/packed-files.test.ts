import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packedFiles } from "@/host/packed-files";
import { packFiles } from "@/tools/build/packed-files.mjs";

const script = `${"console.log('the same again');\n".repeat(200)}`;
let directory: string;
let server: Server;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "packed-files-"));
  writeFileSync(join(directory, "a.js"), script);
  writeFileSync(join(directory, "tiny.js"), "1");
  writeFileSync(join(directory, "b.js"), script);
  writeFileSync(join(directory, "picture.png"), script);
  packFiles(directory, join(directory, "packed"));
  rmSync(join(directory, "packed/b.js.br"));
  const sendPacked = packedFiles(join(directory, "packed"));
  server = createServer(async (incoming, outgoing) => {
    if (!(await sendPacked(incoming, outgoing))) outgoing.end("left to Next");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

/** Returns the response as it came over the wire. */
async function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, path: `/_next/static/${path}`, method, headers, agent: false });
  sent.end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(chunks) };
}

test("a file is sent as it was packed, the smallest first, immutable, and with its encoding", async () => {
  const br = await ask("a.js", { "accept-encoding": "gzip, deflate, br" });
  expect(br.headers).toMatchObject({
    "content-encoding": "br",
    "content-type": "application/javascript; charset=UTF-8",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
  });
  expect(brotliDecompressSync(br.bytes).toString()).toBe(script);
  const gzip = await ask("a.js", { "accept-encoding": "gzip, br;q=0" });
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.bytes).toString()).toBe(script);
  expect(gzip.headers.etag).not.toBe(br.headers.etag);
});

test("a client that has the file gets a 304, and HEAD sends no body", async () => {
  const accept = { "accept-encoding": "br" };
  const { etag = "" } = (await ask("a.js", accept)).headers;
  const again = await ask("a.js", { ...accept, "if-none-match": `"other", ${etag}` });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  const head = await ask("a.js", accept, "HEAD");
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  expect(Number(head.headers["content-length"])).toBeGreaterThan(0);
});

test("everything else is left to Next, and a file with packed variants varies by encoding", async () => {
  const accept = { "accept-encoding": "br, gzip" };
  for (const [path, headers] of [
    ["a.js", {}],
    ["a.js", { "accept-encoding": "identity" }],
    ["a.js", { ...accept, range: "bytes=0-9" }],
    ["b.js", { "accept-encoding": "br" }],
  ] as const) {
    const left = await ask(path, headers);
    expect([left.bytes.toString(), left.headers.vary]).toEqual(["left to Next", "accept-encoding"]);
  }
  for (const path of ["tiny.js", "picture.png", "files.json", "../a.js", "a.js.br", "__proto__"]) {
    const left = await ask(path, accept);
    expect([left.bytes.toString(), left.headers.vary], path).toEqual(["left to Next", undefined]);
  }
  expect((await ask("a.js", accept, "POST")).bytes.toString()).toBe("left to Next");
});

test("a build that packed nothing leaves all files to Next", async () => {
  const none = packedFiles(join(directory, "nowhere"));
  const lone = createServer(async (incoming, outgoing) => {
    outgoing.end(String(await none(incoming, outgoing)));
  }).listen(0, "127.0.0.1");
  await once(lone, "listening");
  const { port } = lone.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/_next/static/a.js`);
  expect(await answer.text()).toBe("false");
  lone.close();
});
