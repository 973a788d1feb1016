import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { singleton } from "@/lib/singleton";

const script = singleton<{ bytes?: Promise<Buffer<ArrayBuffer>> }>("docs-script", () => ({}));

/** The script that draws the API reference, from the installed package: nothing is loaded from elsewhere.
 *  It goes out unpacked: Next drops a handler's Content-Encoding, and a proxy in front compresses. */
export function referenceScript(): Promise<Buffer<ArrayBuffer>> {
  const parts = ["node_modules", "@scalar", "api-reference", "dist", "browser", "standalone.js"];
  script.bytes ??= readFile(join(/* turbopackIgnore: true */ process.cwd(), ...parts));
  return script.bytes;
}

/** What draws the reference from the description of this installation. Fonts, telemetry, the proxy and
 *  everything that leads to another host are off. */
export const startScript = `
const dark = matchMedia("(prefers-color-scheme: dark)");
Scalar.createApiReference("#reference", {
  url: "/api/v1/openapi.json",
  theme: "default",
  darkMode: dark.matches,
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: "",
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  persistAuth: false,
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  metaData: { title: "Atrium API" },
});
`;

export const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Atrium API</title>
<link rel="icon" href="data:,">
<style>
  :root { --scalar-font: ui-sans-serif, system-ui, sans-serif; --scalar-font-code: ui-monospace, monospace }
  body { margin: 0 }
  noscript { display: block; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif }
</style>
</head>
<body>
<div id="reference"></div>
<noscript>This page is drawn by a script. The description itself is at
<a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</noscript>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** Only this host, whatever the script would like to reach. It writes its styles into the page. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");
