import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkPage } from "@/app/(hosted)/_link/link-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("setPassword"))("title") };
}

/** Where a link leads that sets a first or a new password. */
export default function SetPasswordPage() {
  return <LinkPage occasion="set_password" />;
}
