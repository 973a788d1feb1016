import { routes } from "atrium:routes";
import { lowerHashingPriority } from "@/host/give-way";
import { pages } from "@/host/pages";
import { hostServer } from "@/host/server";
import { markAsPrepared } from "@/lib/core/http/next-server";
import { setSentCodes } from "@/lib/core/one-time-codes/sent-code";
import { config } from "@/lib/kernel/config/config";
import { newCode } from "@/lib/kernel/crypto/secrets";
import { openDataKeys } from "@/lib/kernel/data-keys/open-data-keys";
import { devRoutes, MESSAGES } from "./dev-routes";
import { DevService } from "./service";
import { allowLoopbackLogouts } from "./take-loopback";

/** The code of every address under `.test` (RFC 6761 reserves the name for tests: no mail ever reaches
 *  it). */
export const FIXED_CODE = "123456";

/** Paths that the gate never holds back: they control it. */
const CONTROL = /^\/dev(?:\/(?:clock|reset|snapshots|restore|faults))?(?:\?|$)/;
const MAILBOX = /^\/dev\/mailbox(?=\?|$)/;

/** Serves everything in this process, jobs included, on one port.
 *  @param about answer to `GET /dev`
 *  @returns a function that stops it */
export async function serveDev(
  adminUrl: string,
  liveUrl: string,
  moveTo: (offsetMs: number) => void,
  about: object,
): Promise<() => Promise<void>> {
  const { port, host } = config();
  await openDataKeys();
  markAsPrepared();
  setSentCodes((emailKey, digits) => (emailKey.endsWith(".test") ? FIXED_CODE : newCode(digits)));
  allowLoopbackLogouts();
  const service = new DevService(adminUrl, liveUrl, moveTo);
  const own = devRoutes(service, about);
  const taken = new Set(own.map(({ pattern }) => pattern));
  const others = routes.filter(({ pattern }) => !taken.has(pattern));
  const server = hostServer([...others, ...own], "all", pages(host, port));
  service.gate.guard(
    server,
    (path) => CONTROL.test(path),
    (request, response) => {
      // A browser gets the page of that name, and every other client the messages.
      const wantsPage = request.headers.accept?.includes("text/html") && request.method === "GET";
      if (!wantsPage) request.url = request.url?.replace(MAILBOX, MESSAGES) ?? "/";
      return service.faults.answer(request, response);
    },
  );
  await lowerHashingPriority();
  await service.start();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, ...(host && { host }) }, resolve);
  });
  return async () => {
    server.close();
    server.closeAllConnections();
    await service.end();
  };
}
