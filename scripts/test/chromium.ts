import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Path of a Chromium. Where it is missing and we are root on Debian, it is installed.
 * @throws when there is none, saying how to get one
 */
export function findChromium(): string {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH names nothing: ${given}`);
  const found = given ?? PLACES.find((path) => existsSync(path)) ?? installed();
  if (found) return found;
  throw new Error(
    "The journeys need a browser: apt-get install chromium, or set CHROMIUM_PATH to a Chromium or Chrome.",
  );
}

function installed(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  const apt = (...args: string[]) =>
    spawnSync("apt-get", args, {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  const install = () => apt("install", "-y", "--no-install-recommends", "chromium");
  // The lists of a fresh container are empty; then they are fetched first.
  if (!install() && !(apt("update") && install())) return undefined;
  return PLACES.find((path) => existsSync(path));
}
