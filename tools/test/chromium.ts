import { existsSync } from "node:fs";
import { installDebianPackage } from "./debian-package";

/** Debian's browser without windows: the same engine, and a third less work for a journey. */
const LIGHT = "chromium-headless-shell";
const LIGHT_PLACE = `/usr/bin/${LIGHT}`;

const PLACES = [
  LIGHT_PLACE,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Returns the path of a Chromium. Where it is missing and we are root on Debian, it is installed. In CI the
 *  one without windows is, even where there is another one.
 *  @throws Error that says how to get one, when there is none */
export function findChromium(): string {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath && !existsSync(configuredPath))
    throw new Error(`CHROMIUM_PATH names nothing: ${configuredPath}`);
  if (configuredPath) return configuredPath;
  const there = () => PLACES.find((path) => existsSync(path));
  if (!there() || (process.env.CI && !existsSync(LIGHT_PLACE))) installDebianPackage(LIGHT);
  if (!there()) installDebianPackage("chromium");
  const found = there();
  if (found) return found;
  throw new Error(
    "The journeys need a browser: apt-get install chromium, or set CHROMIUM_PATH to a Chromium or Chrome.",
  );
}
