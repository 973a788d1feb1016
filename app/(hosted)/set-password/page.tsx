import type { Metadata } from "next";
import { LinkPage, linkTitle } from "@/app/(hosted)/_link/link-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: await linkTitle("set_password") };
}

/** Where a link leads that sets a first or a new password. */
export default function SetPasswordPage() {
  return <LinkPage occasion="set_password" />;
}
