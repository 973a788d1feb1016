"use server";

import { z } from "zod";
import type { FormState } from "@/app/dashboard/_parts/form-state";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { type BrandingChanges, brandingProblems, normalised } from "@/lib/branding/branding-fields";
import { changeBranding } from "@/lib/branding/change-branding";

const text = z.string().max(600, "That is too long.");

/** Changes name, colour and links; or only shows them, when that is what was asked for. */
export const changeBrandingAction = administratorAction(
  z.object({
    displayName: text,
    color: text,
    supportUrl: text,
    termsUrl: text,
    privacyUrl: text,
    intent: z.literal("preview").optional(),
  }),
  { role: "admin" },
  async ({ caller, input: { intent, ...wanted } }) => {
    const problem = problemIn(wanted);
    if (problem) return problem;
    if (intent) return { given: wanted };
    await changeBranding(caller, wanted);
    return { done: "Saved. Pages and emails look like this from now on." };
  },
);

/** Sets the logo. */
export const changeLogoAction = administratorAction(
  z.object({ logo: z.instanceof(File, { error: "Choose a file." }) }),
  { role: "admin" },
  async ({ caller, input }) => {
    await changeBranding(caller, { logo: new Uint8Array(await input.logo.arrayBuffer()) });
    return { done: "The logo is saved." };
  },
);

/** Takes the logo back. */
export const removeLogoAction = administratorAction(
  z.object({}),
  { role: "admin" },
  async ({ caller }) => {
    await changeBranding(caller, { logo: null });
    return { done: "The logo is removed." };
  },
);

function problemIn(wanted: BrandingChanges): FormState | null {
  const found = brandingProblems(normalised(wanted));
  if (found.length === 0) return null;
  const problems = Object.fromEntries(found.map(({ field, problem }) => [field, `It ${problem}.`]));
  return { problem: "Nothing was saved: see what is marked below.", problems };
}
