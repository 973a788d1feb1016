import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkPage } from "@/app/(hosted)/_link/link-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("setPassword"))("title") };
}

/** Where somebody arrives whose account is being set up. */
export default function OnboardingPage() {
  return <LinkPage occasion="onboarding" />;
}
