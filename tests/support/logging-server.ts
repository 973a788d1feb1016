// A server that writes what a production writes, and everything that packages and Node would write as
// text. It says on which port it listens by a message.
// First: what it does comes before what the others do when they load.
import "@/lib/kernel/process/json-lines-at-once";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import * as preflight from "@/app/api/v1/auth/login/preflight/route";
import * as healthz from "@/app/healthz/route";
import type { RouteModule } from "@/host/route-table";
import { hostServer } from "@/host/server";
import { dashboardSignIn } from "@/lib/core/dashboard-sign-in/sign-in";
import { publicRoute } from "@/lib/core/http/public-route";
import { resource } from "@/lib/core/http/resource";
import { config } from "@/lib/kernel/config/config";
import { keepDataKeys } from "@/lib/kernel/data-keys/open-data-keys";
import { NextAuthApp } from "@/tests/support/next-auth-app";

const broken = resource({
  GET: publicRoute(async () => {
    console.error("a package failed:", new Error("no postgres://atrium:hunter2@db/atrium"));
    console.log("\u001b[32m✓\u001b[39m ready in %d ms", 12);
    // As node-oidc-provider says it (its lib/helpers/attention).
    console.warn("oidc-provider WARNING: an option is experimental");
    process.emitWarning("a feature is experimental", "ExperimentalWarning");
    throw new Error("thrown on purpose");
  }),
});
const fatal = resource({
  GET: publicRoute(async () => {
    void Promise.reject(new Error("nobody catches this, alcs_0123456789abcdefghijABCD"));
    return new Response("going");
  }),
});
// Its one export is found where Node looks for CommonJS.
const { default: nextAuth } = createRequire(import.meta.url)(
  "next-auth",
) as typeof import("next-auth");

/** The dashboard's sign-in gets a request with long parameters. */
const signIn = resource({
  GET: publicRoute(async () => {
    const long = "hostile ".repeat(2_000);
    process.env.NEXTAUTH_URL = config().baseUrl;
    const options = await dashboardSignIn();
    const app = new NextAuthApp((request, response) => nextAuth(request, response, options));
    await app.go("GET", `signin?callbackUrl=${encodeURIComponent(long)}`);
    await app.go("POST", "_log", { level: "error", code: long, message: long });
    await app.go("POST", "_log", { level: "warn", code: long });
    return new Response("asked");
  }),
});

const routes = {
  "/api/v1/auth/login/preflight": preflight,
  "/healthz": healthz,
  "/broken": broken,
  "/fatal": fatal,
  "/sign-in": signIn,
};
const entries = Object.entries(routes).map(([pattern, module]) => ({
  pattern,
  module: module as unknown as RouteModule,
}));
await keepDataKeys();
const server = hostServer(entries, "api", null);
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
