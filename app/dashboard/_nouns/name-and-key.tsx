"use client";

import { useRef } from "react";
import { keyOf } from "@/app/dashboard/_nouns/key-of";
import { Field } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { filled } from "@/app/dashboard/_words/filled";
import { useFrameWords } from "@/app/dashboard/_words/frame-words";

/** Fields for a name, and for the key by which code refers to the new thing. The key follows the name until
 *  the user types one; the server makes an empty key by the same rule. */
export function NameAndKey({ hint }: { hint: string }) {
  const texts = useFrameWords();
  const fields = useRef<HTMLDivElement>(null);
  const own = useRef(false);
  const key = () => fields.current?.querySelector<HTMLInputElement>("input[name=key]");
  const follow = (name: string) => {
    const field = key();
    if (field && !own.current) field.value = keyOf(name);
  };
  const field = fieldsOf(texts);
  return (
    <div ref={fields} className="space-y-6">
      <Field {...field("name")} onType={follow} required maxLength={200} />
      <Field
        {...field("key")}
        hint={filled(texts.keyHint, { hint })}
        onType={(typed) => {
          own.current = typed !== "";
        }}
        maxLength={64}
        mono
      />
    </div>
  );
}

interface NameAndKeyFieldsProps {
  labels: { name: string; key: string; keyHint: string };
  /** Fields as they are stored; absent for a new thing. */
  stored?: { name: string; key: string };
}

/** Fields for the name and the key of a new thing, or of a stored one. */
export function NameAndKeyFields({ labels, stored }: NameAndKeyFieldsProps) {
  if (!stored) return <NameAndKey hint={labels.keyHint} />;
  return (
    <>
      <Field label={labels.name} name="name" defaultValue={stored.name} required maxLength={200} />
      <Field
        label={labels.key}
        name="key"
        hint={labels.keyHint}
        defaultValue={stored.key}
        required
        maxLength={64}
        mono
      />
    </>
  );
}
