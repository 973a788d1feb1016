import type { Metadata } from "next";
import type { ReactNode } from "react";
import { AskAgain } from "@/app/_components/ask-again";
import { ConfirmationProvider } from "@/app/dashboard/_parts/confirmation";
import { carriedConfirmation } from "@/app/dashboard/_request/confirmation-cookie";

export const metadata: Metadata = { title: { default: "Dashboard", template: "%s · Atrium" } };
export const dynamic = "force-dynamic";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh bg-neutral-50 text-neutral-900 dark:bg-neutral-950 dark:text-neutral-100">
      <AskAgain />
      <ConfirmationProvider atFirst={await carriedConfirmation()}>{children}</ConfirmationProvider>
    </div>
  );
}
