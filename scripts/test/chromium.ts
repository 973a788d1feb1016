import { existsSync } from "node:fs";
import { installDebianPackage } from "./debian-package";

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
  const there = () => PLACES.find((path) => existsSync(path));
  const found = given ?? there() ?? (installDebianPackage("chromium") ? there() : undefined);
  if (found) return found;
  throw new Error(
    "The journeys need a browser: apt-get install chromium, or set CHROMIUM_PATH to a Chromium or Chrome.",
  );
}
