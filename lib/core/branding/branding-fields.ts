import type { StoredBranding } from "@/lib/core/branding/branding";
import { ServiceError } from "@/lib/kernel/errors";
import { snakeName } from "@/lib/kernel/names";

/** A tenant's changes of its branding, as they are stored; null is not set. */
export type BrandingChanges = Partial<Omit<StoredBranding, "logo">>;

/** Maximum length of the name: the space in a subject line and on a phone. */
const LONGEST_BRAND_NAME = 60;
const LONGEST_LINK = 500;

type Rule = (value: string) => string | null;

const rules: Record<keyof BrandingChanges, Rule> = {
  displayName: (value) => {
    if (/\p{Cc}|\p{Cs}/u.test(value)) return "holds control characters";
    return [...value].length > LONGEST_BRAND_NAME
      ? `must be at most ${LONGEST_BRAND_NAME} characters`
      : null;
  },
  color: (value) => (/^#[0-9a-f]{6}$/i.test(value) ? null : "must be a colour like #1d4ed8"),
  supportUrl: link(["https:", "mailto:"], "must be an https: or mailto: address"),
  termsUrl: link(["https:"], "must be an https: address"),
  privacyUrl: link(["https:"], "must be an https: address"),
};

/** Returns what is wrong with branding input, by field. */
export function brandingProblems(
  changes: BrandingChanges,
): { field: keyof BrandingChanges; problem: string }[] {
  return (Object.keys(rules) as (keyof BrandingChanges)[]).flatMap((field) => {
    const value = changes[field];
    const problem = value == null ? null : rules[field](value);
    return problem ? [{ field, problem }] : [];
  });
}

/** @throws ServiceError `unprocessable` that names every field that can't be shown */
export function assertShowable(changes: BrandingChanges): void {
  const problems = brandingProblems(changes);
  if (problems.length === 0) return;
  throw new ServiceError("unprocessable", {
    detail: problems.map(({ field, problem }) => `${snakeName(field)}: ${problem}`).join("; "),
  });
}

/** Returns the stored form: trimmed, a colour in small letters, null for what is empty. */
export function normalised(changes: BrandingChanges): BrandingChanges {
  const entries = Object.entries(changes).map(([field, value]) => {
    const text = value?.trim() || null;
    return [field, field === "color" ? (text?.toLowerCase() ?? null) : text];
  });
  return Object.fromEntries(entries);
}

/** Accepts a link that may stand on a page: no other scheme, no name and password in it. */
function link(schemes: string[], problem: string): Rule {
  return (value) => {
    if (value.length > LONGEST_LINK) return `must be at most ${LONGEST_LINK} characters`;
    if (/[\s\p{Cc}]/u.test(value) || !URL.canParse(value)) return problem;
    const url = new URL(value);
    const plain = url.username === "" && url.password === "";
    return schemes.includes(url.protocol) && plain ? null : problem;
  };
}
