"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Field } from "@/app/_components/field";
import { useHydrated } from "@/app/_components/hydrated";

interface Props {
  name: string;
  label: string;
  autoComplete: "current-password" | "new-password";
  hint?: ReactNode;
  error?: string | null;
  autoFocus?: boolean;
}

/** A password that can be shown while it is typed, and that says so when Caps Lock is on. */
export function PasswordField({ hint, ...props }: Props) {
  const t = useTranslations("common");
  const hydrated = useHydrated();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const noteCapsLock = (event: KeyboardEvent) =>
    setCapsLock(event.getModifierState?.("CapsLock") ?? false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={shown ? "text" : "password"}
      className="pe-13"
      maxLength={512}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onKeyDown={noteCapsLock}
      onKeyUp={noteCapsLock}
      onBlur={() => setCapsLock(false)}
      hint={
        hint || capsLock ? (
          <>
            {hint}
            {capsLock && (
              <span role="status" className="block font-medium text-ink">
                {t("capsLock")}
              </span>
            )}
          </>
        ) : undefined
      }
      end={
        hydrated && (
          <button
            type="button"
            aria-label={t(shown ? "hidePassword" : "showPassword")}
            aria-controls={props.name}
            onClick={() => setShown(!shown)}
            className="absolute end-0.5 top-0.5 grid size-11 place-items-center rounded-lg text-soft hover:text-ink"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        )
      }
    />
  );
}
