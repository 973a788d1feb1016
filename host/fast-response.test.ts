import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { sendNodeResponse } from "srvx/node";
import { expect, test } from "vitest";
import { Response as HostResponse } from "@/host/fast-response";

const hosts = HostResponse as unknown as typeof Response;

/** Each way in which routes make a response, with either class. */
const ways: ((made: typeof Response) => Response)[] = [
  (made) => new made(null, { status: 204, headers: { allow: "GET" } }),
  (made) => new made("text", { headers: [["content-type", "text/html"]] }),
  (made) => made.json({ a: 1 }, { status: 201, headers: { "x-session-activity": "token" } }),
  (made) => made.json([], { headers: { "content-type": "application/problem+json" } }),
  (made) => made.redirect("https://product.example/back", 303),
  (made) => new made(new Blob(["stream"]).stream(), { headers: new Headers({ etag: '"1"' }) }),
];

const contentOf = async (response: Response) => ({
  status: response.status,
  ok: response.ok,
  headers: [...response.headers].toSorted(),
  text: await response.clone().text(),
  // The headers are still there once the body was read.
  after: [...response.headers].toSorted(),
});

test("a response of the host equals the platform's, before its body is read and after", async () => {
  for (const way of ways) {
    const [ours, platforms] = [way(hosts), way(Response)];
    for (const response of [ours, platforms]) {
      if (response.status !== 303) response.headers.set("x-request-id", "0123-4567");
      expect(response).toBeInstanceOf(HostResponse);
    }
    expect(await contentOf(ours)).toEqual(await contentOf(platforms));
  }
});

test("a response sent in one call has the same bytes as by the general way", async () => {
  const answers: string[][] = [];
  for (const way of ways) {
    const [sent, passedOn] = await Promise.all([
      bytesOf((outgoing) => HostResponse.sendsInOnePiece(way(hosts), outgoing)),
      bytesOf(async (outgoing) => {
        await sendNodeResponse(outgoing, way(hosts));
        return true;
      }),
    ]);
    if (sent === null) continue;
    answers.push(sent);
    expect(sent).toEqual(passedOn);
  }
  // Streams, and redirects, which the platform makes, use the general way.
  expect(answers).toHaveLength(ways.length - 2);
});

test("a response whose body was read is not sent in one call", async () => {
  const response = new HostResponse("text");
  expect(await response.clone().text()).toBe("text");
  expect(await bytesOf((outgoing) => HostResponse.sendsInOnePiece(response, outgoing))).toBeNull();
});

/** Returns the lines that a server sends by this way, without the date; null when it sends nothing. */
async function bytesOf(
  send: (outgoing: ServerResponse) => boolean | Promise<boolean>,
): Promise<string[] | null> {
  let sent = true;
  const server = createServer(async (_, outgoing) => {
    sent = await send(outgoing);
    if (!sent) outgoing.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  server.close();
  const lines = Buffer.concat(chunks).toString("latin1").split("\r\n");
  return sent ? lines.filter((line) => !line.startsWith("Date:")) : null;
}
