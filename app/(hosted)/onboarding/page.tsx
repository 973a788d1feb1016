import type { Metadata } from "next";
import { LinkPage, linkTitle } from "@/app/(hosted)/_link/link-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: await linkTitle("onboarding") };
}

/** Where somebody arrives whose account is being set up. */
export default function OnboardingPage() {
  return <LinkPage occasion="onboarding" />;
}
