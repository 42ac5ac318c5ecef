import { keepShape } from "../http/index.ts";
import { registrableOf, type Reputation } from "../intel/reputation.ts";
import { uuidv7 } from "../platform/index.ts";
import { classifyWorst } from "./layers/classify-worst.ts";
import { findOrders } from "./layers/find-orders.ts";
import { readMessage, type Message, type Reading } from "./reading/read-message.ts";
import { scoreForm, type Form } from "./layers/l1/score-form.ts";
import type { FormContext } from "./layers/l1/signals.ts";
import {
  askIntelligence,
  NO_INTELLIGENCE,
  type Intelligence,
} from "./layers/l2/ask-intelligence.ts";
import { collectNames } from "./layers/l2/collect-names.ts";
import type { Classification } from "./layers/l3/classify.ts";
import { hidesMost } from "./layers/l1/wording-signals.ts";
import { consult } from "./layers/l4/consult.ts";
import type { AskModel, Opinion } from "./layers/l4/opinion.ts";
import { settleOpinion } from "./layers/l4/settle-opinion.ts";
import { eitherOf, type Layer } from "./layers/layer.ts";
import { FLAGGED_FROM, settleScore, VERDICT_FROM } from "./layers/settle-score.ts";
import { fuse } from "./model/fuse.ts";
import type { Model } from "./model/open-model.ts";
import type { Inspected, Verdict } from "./schemas.ts";
import type { CompiledDictionary } from "./dictionaries/compile-dictionary.ts";
import { findMatches, type Matches } from "./dictionaries/find-matches.ts";

/** What an inspection needs besides the message. */
export interface Circumstances {
  model: Model;
  /** Undefined while intelligence cannot be read. */
  reputation: Reputation | undefined;
  /** Undefined while they cannot be read. */
  dictionaries: readonly CompiledDictionary[] | undefined;
  /** Undefined where no model is configured. */
  askModel: AskModel | undefined;
  /** From how many senders a text like this came within the hour. */
  seenFrom: (reading: Reading) => number;
  now: number;
}

/** Reads a message, asks the four layers, and makes one verdict of what they say. */
export async function inspect(
  message: Message,
  { model, reputation, dictionaries, askModel, seenFrom, now }: Circumstances,
): Promise<Inspected> {
  const reading = readMessage(message);
  // The second layer is asked before the first, which has to know what the tenant says of the sender.
  const intelligence =
    reputation === undefined
      ? NO_INTELLIGENCE
      : await askIntelligence(reputation, collectNames(reading));
  const context = contextOf(reputation, intelligence, seenFrom(reading));
  const { urls, ...ownForm } = scoreForm(reading, context);
  const { form, givesOrders } = findOrders(ownForm, reading);
  const text = classifyWorst(model, reading, givesOrders);
  const words = findMatches(dictionaries, reading, text.lang);
  const bare = contextOf(reputation && KNOWS_NOTHING, intelligence, 0);
  keepShape(message.channel, { reading, intelligence, bare, ownForm, form, text, words });
  if (reading.links.length > 0) keepShape("links", reading.links);
  const { fusion } = message.channel === "email" ? model.mail : model.short;
  const score = settleScore({
    own: fuse(fusion, [form.score, undefined, text.score, undefined]),
    intelligence: intelligence.layer.score,
    dictionaries: words.share,
    givesOrders,
    isSenderAllowed: intelligence.sender === "allow",
  });
  const layers = [withWords(form, words), intelligence.layer, layerOf(text)];
  const { findings } = intelligence;
  const question = { ...shownOf(reading), lang: text.lang, layers, findings };
  const { layer, opinion } = await consult(askModel, score, question);
  // A model speaks for what it was shown, and not for what a mail mostly hides.
  const floor = hidesMost(reading) ? score : floorOf(intelligence);
  const settled = settleOpinion(score, opinion, { floor, givesOrders });
  const verdict = verdictOf(settled, intelligence, text, opinion);
  return {
    inspectionId: `insp_${uuidv7(now)}`,
    verdict,
    score: settled,
    lang: text.lang,
    urls,
    layers: [...layers, layer],
    // Words for another verdict, beside this one, would explain it wrongly.
    ...(opinion?.verdict === verdict ? { rationale: opinion.rationale } : {}),
  };
}

/** What the model is shown of a message: nothing that the message itself hides. */
function shownOf({ message, text, unhidden }: Reading) {
  const hiddenLetters = unhidden?.hiddenLetters;
  return { message, text: unhidden?.reading.text ?? text, hiddenLetters };
}

/** What intelligence is sure of, no model's opinion takes away. */
function floorOf({ layer: { score } }: Intelligence): number {
  return score >= VERDICT_FROM ? score : 0;
}

type Hosts = Pick<Reputation, "isShortener" | "isLinkInBio" | "isDisposable">;

const no = () => false;
/** For a context whose shape is kept: with the real one an index would stay, and a tenant's lists. */
const KNOWS_NOTHING: Hosts = { isShortener: no, isLinkInBio: no, isDisposable: no };

function contextOf(hosts: Hosts | undefined, { sender }: Intelligence, seen: number): FormContext {
  const registrable = registrableOf;
  if (hosts === undefined) return { registrable, seen };
  const { isShortener, isLinkInBio, isDisposable } = hosts;
  return { registrable, isShortener, isLinkInBio, isDisposable, listed: sender, seen };
}

/** The tenant's dictionaries have no layer of their own: what they find stands in the first. */
function withWords(form: Pick<Form, "score" | "signals">, { share, signals }: Matches): Layer {
  const score = Math.round(100 * eitherOf(form.score / 100, share));
  return { layer: "L1", score, signals: [...form.signals, ...signals] };
}

function layerOf({ score, signals }: Classification): Layer {
  return { layer: "L3", score: Math.round(score), signals };
}

function verdictOf(
  score: number,
  { knownMalicious }: Intelligence,
  { probabilities }: Classification,
  opinion: Opinion | undefined,
): Verdict {
  if (score < FLAGGED_FROM) return "clean";
  if (knownMalicious) return "phishing";
  if (opinion !== undefined && opinion.verdict !== "clean") return opinion.verdict;
  return probabilities.phishing >= probabilities.spam ? "phishing" : "spam";
}
