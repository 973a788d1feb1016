import { expect, test } from "vitest";
import {
  relatedOrigins,
  relyingPartyProblems,
  writtenOrigin,
} from "@/lib/core/factors/relying-party-rules";

const around = {
  issuer: "https://login.atrium.example",
  mode: "production",
  mayShare: false,
} as const;
const wrong = (
  id: string,
  origins: string[],
  where: { issuer?: string; mode?: "local"; mayShare?: true } = {},
) => relyingPartyProblems({ id, origins }, { ...around, ...where }).map(({ field }) => field);

test("a relying party is the domain of one of its pages, or one above it", () => {
  expect(wrong("acme.example", ["https://app.acme.example"])).toEqual([]);
  expect(wrong("app.acme.example", ["https://app.acme.example:8443"])).toEqual([]);
  expect(wrong("atrium.example", ["https://app.acme.example"])).toEqual([]);
  expect(wrong("app.acme.example", ["https://acme.example"])).toEqual(["domain"]);
  expect(wrong("cme.example", ["https://acme.example"])).toEqual(["domain"]);
  expect(wrong("globex.example", ["https://acme.example"])).toEqual(["domain"]);
});

test.each(["example", "10.0.0.1", "Acme.example", "acme..example", "https://acme.example", ""])(
  "%j is no domain of a relying party",
  (id) => expect(wrong(id, [`https://app.${id}`, "https://10.0.0.1"])).toContain("domain"),
);

test.each([
  "http://app.acme.example",
  "http://localhost:3000",
  "https://app.acme.example/",
  "https://app.acme.example/login",
  "https://someone@app.acme.example",
  "https://App.acme.example",
  "https://*.acme.example",
  "https://10.0.0.1",
  "https://[::1]",
  "app.acme.example",
  "android:apk-key-hash:short",
  "null",
])("%j is no origin", (origin) =>
  expect(wrong("acme.example", ["https://acme.example", origin])).toEqual(["origins"]),
);

test("an Android app is an origin, and a local installation may use localhost", () => {
  const android = `android:apk-key-hash:${"A".repeat(43)}`;
  expect(wrong("acme.example", ["https://acme.example", android])).toEqual([]);
  const local = { mode: "local", issuer: "http://localhost:3000" } as const;
  expect(wrong("localhost", ["http://localhost:4000"], local)).toEqual([]);
  expect(wrong("localhost", ["https://localhost"])).toEqual(["origins", "domain"]);
});

test("only tenants with the operator's permission may use the hosted pages' relying party", () => {
  const pages = ["https://app.acme.example"];
  expect(wrong("login.atrium.example", pages)).toEqual(["domain"]);
  expect(wrong("login.atrium.example", [around.issuer])).toEqual(["domain"]);
  expect(wrong("login.atrium.example", pages, { mayShare: true })).toEqual([]);
  expect(wrong("acme.login.atrium.example", ["https://acme.login.atrium.example"])).toEqual([]);
});

test("a relying party has at least one origin, and at most the maximum", () => {
  expect(wrong("atrium.example", [])).toEqual(["origins"]);
  const many = Array.from({ length: 21 }, (_, index) => `https://a${index}.acme.example`);
  expect(wrong("acme.example", many)).toEqual(["origins"]);
  expect(wrong("acme.example", many.slice(1))).toEqual([]);
});

test("origins of other domains are related ones, and apps are not", () => {
  const origins = [
    "https://acme.example",
    "https://app.acme.example",
    "https://acme.test",
    `android:apk-key-hash:${"A".repeat(43)}`,
  ];
  expect(relatedOrigins({ id: "acme.example", origins })).toEqual(["https://acme.test"]);
});

test("an origin is stored as browsers write it", () => {
  expect(writtenOrigin(" HTTPS://App.Acme.example:443/ ")).toBe("https://app.acme.example");
  expect(writtenOrigin("https://acme.example/login")).toBe("https://acme.example/login");
  expect(writtenOrigin("acme")).toBe("acme");
});
