import { findPersonal, type PersonalKind } from "./find-personal.ts";
import { bareOf, hidePlaces } from "./find-places.ts";

const TOKEN = /\[(?:EMAIL|PHONE|IBAN|CARD|TAX_ID)_\d{1,4}\]/g;

/**
 * Replaces the personal data in one request by names such as [EMAIL_1] before a model sees it. The same
 * value gets the same name, also if it is spelt otherwise, and only this object can put the values
 * back, as they were spelt first.
 */
export class Mask {
  private readonly names = new Map<string, string>();
  private readonly values = new Map<string, string>();
  private readonly counts = new Map<PersonalKind, number>();

  hide(text: string): string {
    return hidePlaces(text, findPersonal(text), (kind, value) => this.nameOf(kind, value));
  }

  restore(text: string): string {
    return text.replace(TOKEN, (name) => this.values.get(name) ?? name);
  }

  private nameOf(kind: PersonalKind, value: string): string {
    const same = kind === "EMAIL" ? value.toLowerCase() : bareOf(value).toUpperCase();
    const known = this.names.get(same);
    if (known !== undefined) return known;
    const count = (this.counts.get(kind) ?? 0) + 1;
    const name = `[${kind}_${count}]`;
    this.counts.set(kind, count);
    this.names.set(same, name);
    this.values.set(name, value);
    return name;
  }
}
