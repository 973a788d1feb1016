import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { signJwt } from "@/lib/core/signing-keys/sign-jwt";
import type { TestProduct } from "@/tests/builders/a-product";
import { lastCode } from "@/tests/support/queued-mail";

/** Starts a server for tests in another language: it reads mailed codes, and signs with the service's keys.
 *  @returns the address of `GET /code?email=` and `POST /sign {purpose, typ, claims}`, and how to end it */
export async function aControl({ tenant }: Pick<TestProduct, "tenant">) {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://control");
    if (pathname === "/code")
      return response.end(await lastCode(tenant, searchParams.get("email") ?? ""));
    const { purpose, typ, claims } = JSON.parse(await text(request));
    response.end((await signJwt(purpose, typ, claims)).token);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    control: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close(),
  };
}
