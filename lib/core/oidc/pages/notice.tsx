import type { ReactNode } from "react";
import { Icon } from "@/lib/core/oidc/pages/icons";

interface Props {
  tone: "danger" | "good";
  /** Takes the focus when the page is shown, for a message that blocks the next step. */
  focus?: boolean;
  children: ReactNode;
}

/** Message about the last form. */
export function Notice({ tone, focus = false, children }: Props) {
  const danger = tone === "danger";
  return (
    <div
      tabIndex={-1}
      role={danger ? "alert" : "status"}
      className={danger ? "notice danger" : "notice"}
      // biome-ignore lint/a11y/noAutofocus: it is the answer to the form that was just sent
      autoFocus={focus}
    >
      <Icon name={danger ? "alert" : "good"} />
      <div>{children}</div>
    </div>
  );
}
