import type { Metadata } from "next";
import type { ReactNode } from "react";
import { AskAgain } from "@/app/_components/ask-again";

export const metadata: Metadata = { title: { default: "Dashboard", template: "%s · Atrium" } };
export const dynamic = "force-dynamic";

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh bg-neutral-50 text-neutral-900 dark:bg-neutral-950 dark:text-neutral-100">
      <AskAgain />
      {children}
    </div>
  );
}
