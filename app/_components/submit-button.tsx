"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MouseEvent, ReactNode } from "react";
import { useFormStatus } from "react-dom";

interface Props {
  children: ReactNode;
  look?: "primary" | "quiet" | "link";
  className?: string;
  name?: string;
  value?: string;
  label?: string;
}

const looks = {
  primary: "button button-primary w-full",
  quiet: "button button-quiet",
  link: "text-link inline-flex min-h-11 items-center text-[0.9375rem]",
};

/** Sends its form once: while the answer is under way, another press does nothing. It stays focusable, so
 *  that the keyboard does not lose its place. */
export function SubmitButton({
  children,
  look = "primary",
  className = "",
  label,
  ...rest
}: Props) {
  const t = useTranslations("common");
  const { pending, data } = useFormStatus();
  const mine = pending && (rest.name === undefined || data?.get(rest.name) === rest.value);
  const guard = (event: MouseEvent) => {
    if (pending) event.preventDefault();
  };
  return (
    <button
      type="submit"
      {...rest}
      aria-label={label}
      aria-disabled={pending}
      onClick={guard}
      className={`${looks[look]} ${className}`}
    >
      {mine && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {mine && <span className="sr-only">{t("working")}</span>}
      {children}
    </button>
  );
}
