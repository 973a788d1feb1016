import type { Metadata } from "next";
import type { ReactNode } from "react";
import { AskAgain } from "@/app/_components/ask-again";
import { ConfirmationProvider } from "@/app/dashboard/_parts/confirmation";
import { readConfirmation } from "@/app/dashboard/_request/confirmation-cookie";
import { FrameWords } from "@/app/dashboard/_words/frame-words";
import { TellTimeZone } from "@/app/dashboard/_words/tell-time-zone";
import { wordsOf } from "@/app/dashboard/_words/words-of";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("frame");
  return { title: { default: t("title"), template: "%s · Atrium" } };
}

export const dynamic = "force-dynamic";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { texts } = await wordsOf("frame");
  return (
    <div className="min-h-dvh bg-neutral-50 text-neutral-900 dark:bg-neutral-950 dark:text-neutral-100">
      <AskAgain />
      <TellTimeZone />
      <FrameWords texts={texts.parts}>
        <ConfirmationProvider atFirst={await readConfirmation()}>{children}</ConfirmationProvider>
      </FrameWords>
    </div>
  );
}
