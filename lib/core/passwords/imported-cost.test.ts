import { expect, test } from "vitest";
import {
  IMPORTED_COST_BOUNDS,
  importedCostProblem,
  verifiedCost,
} from "@/lib/core/passwords/imported-cost";
import { IMPORTABLE_HASH } from "@/lib/core/passwords/imported-hash";

const salt = "MDEyMzQ1Njc4OWFiY2RlZg";
const key = (bytes: number) => Buffer.alloc(bytes, 1).toString("base64").replace(/=+$/, "");
const argon2 = (m: number, t: number, p: number) =>
  `$argon2id$v=19$m=${m},t=${t},p=${p}$${salt}$${key(32)}`;
const bcrypt = (cost: number) =>
  `$2b$${String(cost).padStart(2, "0")}$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`;
const scrypt = (ln: number, r: number, p: number) =>
  `$scrypt$ln=${ln},r=${r},p=${p}$${salt}$${key(32)}`;
const pbkdf2 = (digest: string, iterations: number, bytes: number) =>
  `$pbkdf2-${digest}$${iterations}$${salt}$${key(bytes)}`;

const wrapped = (argon2id: string) => `$wrapped-sha256$before$c2FsdA==${argon2id}`;

test.each([
  ["argon2 as PHP makes it", argon2(65_536, 4, 1)],
  ["argon2 as argon2-cffi makes it", argon2(65_536, 3, 4)],
  ["argon2 as Keycloak makes it", argon2(7168, 5, 1)],
  ["bcrypt at 12", bcrypt(12)],
  ["scrypt as Werkzeug makes it", scrypt(15, 8, 1)],
  ["scrypt as better-auth makes it", scrypt(14, 16, 1)],
  ["PBKDF2 as Django 6 makes it", pbkdf2("sha256", 1_200_000, 32)],
  ["PBKDF2 as Keycloak makes it", pbkdf2("sha512", 210_000, 64)],
])("%s is accepted", (_, hash) => {
  expect(hash).toMatch(IMPORTABLE_HASH);
  expect(importedCostProblem(hash)).toBeNull();
});

const tooDear = [
  ["argon2", "memory times passes", argon2(65_536, 6, 1)],
  ["argon2", "memory", argon2(65_537, 1, 1)],
  ["argon2", "passes", argon2(8192, 50, 1)],
  ["argon2", "lanes", argon2(65_536, 1, 64)],
  ["argon2", "memory for its lanes, too little", argon2(8, 1, 8)],
  ["bcrypt", "cost", bcrypt(13)],
  ["bcrypt", "cost, too low", bcrypt(3)],
  ["scrypt", "lanes, one after the other", scrypt(16, 8, 3)],
  ["scrypt", "memory", scrypt(17, 8, 1)],
  ["PBKDF2", "iterations", pbkdf2("sha256", 1_500_001, 32)],
  ["PBKDF2", "iterations of SHA-512", pbkdf2("sha512", 600_001, 32)],
  ["PBKDF2", "blocks of its output", pbkdf2("sha1", 500_000, 64)],
  ["PBKDF2", "iterations, too few", pbkdf2("sha256", 10, 32)],
] as const;

test.each(tooDear)(
  "%s beyond its bound of %s is refused with the accepted bounds",
  (name, _, hash) => {
    expect(hash).toMatch(IMPORTABLE_HASH);
    expect(importedCostProblem(hash)).toContain(name);
    expect(IMPORTED_COST_BOUNDS).toContain(importedCostProblem(hash)?.split("taken are ")[1]);
  },
);

test("a weak hash inside argon2 has the bound of that argon2's cost", () => {
  expect(importedCostProblem(wrapped(argon2(19_456, 2, 1)))).toBeNull();
  for (const [name, , hash] of tooDear)
    if (name === "argon2") expect(importedCostProblem(wrapped(hash))).toContain("argon2");
});

test("a hash that was stored under the earlier bound verifies, and one beyond that does not", () => {
  for (const hash of [argon2(262_144, 3, 1), bcrypt(14), scrypt(17, 8, 1)])
    expect(verifiedCost(hash)).not.toBeNull();
  for (const hash of [argon2(262_144, 10, 1), argon2(262_145, 1, 1), bcrypt(15)])
    expect(verifiedCost(hash)).toBeNull();
  expect(verifiedCost(wrapped(argon2(262_144, 10, 1)))).toBeNull();
});
