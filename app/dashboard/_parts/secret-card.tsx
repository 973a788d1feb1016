import type { ReactNode } from "react";
import { Card } from "@/app/dashboard/_parts/card";

interface Props {
  /** What tells one secret from another: what it begins with, and the hint that is kept of it. */
  shown: string;
  /** When it was made and used. */
  facts: ReactNode;
  /** What can be done with it. */
  children?: ReactNode;
}

/** A secret that was shown once, as it is known afterwards. */
export function SecretCard({ shown, facts, children }: Props) {
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p>
          <span className="font-mono">{shown}</span>
          <span className="mt-1 block text-sm text-neutral-600 dark:text-neutral-400">{facts}</span>
        </p>
        {children}
      </div>
    </Card>
  );
}
