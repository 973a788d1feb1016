import type { Metadata } from "next";
import { LinkPage, linkTitle } from "@/app/(hosted)/_link/link-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: await linkTitle("invitation") };
}

/** Where somebody arrives who was invited. */
export default function InvitationPage() {
  return <LinkPage occasion="invitation" />;
}
