import { chmodSync, mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compactVerify, importJWK, type JWK } from "jose";
import { expect, test } from "vitest";
import { loadKey, signed } from "./key";

const newFile = () => join(mkdtempSync(join(tmpdir(), "installation-")), "keys", "key.pem");

test("the key is made once, in a file that its owner alone may read", () => {
  const file = newFile();
  const { publicJwk } = loadKey(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(publicJwk).toEqual({ kty: "OKP", crv: "Ed25519", x: expect.any(String) });
  expect(loadKey(file).publicJwk).toEqual(publicJwk);
});

test("a key that others may read is not used", () => {
  const file = newFile();
  loadKey(file);
  for (const mode of [0o640, 0o604, 0o644, 0o660]) {
    chmodSync(file, mode);
    expect(() => loadKey(file)).toThrow(/its owner alone/);
  }
  chmodSync(file, 0o400);
  expect(loadKey(file).publicJwk.kty).toBe("OKP");
});

test("what it signs verifies with the public key", async () => {
  const key = loadKey(newFile());
  const publicKey = await importJWK(key.publicJwk as JWK, "EdDSA");
  const { payload, protectedHeader } = await compactVerify(
    signed(key, "enrolment-proof+jwt", { jti: "one" }),
    publicKey,
  );
  expect(protectedHeader).toEqual({ alg: "EdDSA", typ: "enrolment-proof+jwt" });
  expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({ jti: "one" });
});
