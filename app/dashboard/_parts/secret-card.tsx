import type { ReactNode } from "react";
import { Card } from "@/app/dashboard/_parts/blocks";

interface Props {
  /** Text that tells one secret from another: its prefix, and its stored hint. */
  shown: string;
  /** Times of its creation and last use. */
  facts: ReactNode;
  /** Actions on the secret. */
  children?: ReactNode;
}

/** Secret that was shown once, by its hint. */
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
