import type { Voice } from "./voice";

/** Describes a device whose browser and system may not be known. */
export function deviceInWords(
  { browser, system }: { browser?: string | null; system?: string | null },
  { t }: Voice,
): string {
  if (browser && system) return t("common.browserOnSystem", { browser, system });
  return browser || system || t("common.unknownDevice");
}
