import { expect, test } from "vitest";
import { withPkce } from "./shim";

const authorize = "/oauth/authorize?client_id=c&prompt=login&x=1%2B1";

test("a request to sign in gets a challenge, and keeps every byte that it had", () => {
  const { path } = withPkce({ method: "GET", path: authorize, form: null });
  expect(path.startsWith(`${authorize}&code_challenge=`)).toBe(true);
  expect(new URL(path, "https://op.example").searchParams.get("code_challenge_method")).toBe(
    "S256",
  );
});

test("the same holds for a form", () => {
  const request = { method: "POST", path: "/oauth/authorize", form: "client_id=c" };
  expect(withPkce(request).form).toMatch(
    /^client_id=c&code_challenge=[\w-]{43}&code_challenge_method=S256$/,
  );
});

test("a code is redeemed with the verifier of that challenge", async () => {
  const request = withPkce({ method: "GET", path: authorize, form: null });
  const challenge = new URL(request.path, "https://op.example").searchParams.get("code_challenge");
  const form = "grant_type=authorization_code&code=c";
  const sent = withPkce({ method: "POST", path: "/oauth/token", form });
  const verifier = new URLSearchParams(sent.form ?? "").get("code_verifier") ?? "";
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  expect(Buffer.from(digest).toString("base64url")).toBe(challenge);
});

test.each([
  { method: "GET", path: `${authorize}&code_challenge=own`, form: null },
  { method: "GET", path: "/oauth/authorize?client_id=c&request_uri=urn%3Aours", form: null },
  { method: "POST", path: "/oauth/token", form: "grant_type=authorization_code&code_verifier=own" },
  { method: "POST", path: "/oauth/token", form: "grant_type=refresh_token&refresh_token=r" },
  { method: "POST", path: "/oauth/token", form: null },
  { method: "GET", path: "/oauth/logout?client_id=c", form: null },
])("$method $path with $form stays as it is", (request) => {
  expect(withPkce(request)).toEqual(request);
});
