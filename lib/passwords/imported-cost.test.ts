import { expect, test } from "vitest";
import { IMPORTED_COST_BOUNDS, importedCostProblem } from "@/lib/passwords/imported-cost";
import { IMPORTABLE_HASH } from "@/lib/passwords/imported-hash";

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

test.each([
  ["libsodium's moderate argon2", argon2(262_144, 3, 1)],
  ["Django's argon2", argon2(102_400, 2, 8)],
  ["bcrypt at 14", bcrypt(14)],
  ["scrypt as OWASP has it", scrypt(17, 8, 1)],
  ["PBKDF2 with two million iterations", pbkdf2("sha256", 2_000_000, 32)],
])("%s is taken along", (_, hash) => {
  expect(hash).toMatch(IMPORTABLE_HASH);
  expect(importedCostProblem(hash)).toBeNull();
});

test.each([
  ["argon2", "memory times passes", argon2(262_144, 10, 1)],
  ["argon2", "memory", argon2(1_048_576, 1, 1)],
  ["argon2", "passes", argon2(8192, 50, 1)],
  ["argon2", "lanes", argon2(65_536, 1, 64)],
  ["bcrypt", "cost", bcrypt(15)],
  ["bcrypt", "cost, too low", bcrypt(3)],
  ["scrypt", "lanes, one after the other", scrypt(17, 8, 3)],
  ["scrypt", "memory", scrypt(20, 8, 1)],
  ["PBKDF2", "iterations", pbkdf2("sha256", 2_000_001, 32)],
  ["PBKDF2", "blocks of its output", pbkdf2("sha1", 1_000_000, 64)],
  ["PBKDF2", "iterations, too few", pbkdf2("sha256", 10, 32)],
])("%s beyond its bound of %s is refused with what is taken", (name, _, hash) => {
  expect(hash).toMatch(IMPORTABLE_HASH);
  expect(importedCostProblem(hash)).toContain(name);
  expect(IMPORTED_COST_BOUNDS).toContain(importedCostProblem(hash)?.split("taken are ")[1]);
});
