import type { MoveShown } from "../../ai/prompts/version-schemas.ts";
import type { NameOf } from "../audit/name-things.ts";
import { ActorName } from "../audit/actor-name.tsx";
import { Badge, MomentCell, Table, type Tone } from "../frame/parts.tsx";
import { sayShare } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { MoveDecision } from "./move-decision.tsx";
import { promptWords } from "./words.ts";

const TONES: Record<MoveShown["state"], Tone> = {
  pending: "warn",
  applied: "good",
  rejected: "bad",
};

interface MovesProps {
  view: View;
  moves: MoveShown[];
  /** The ids of the moves that the reader asked for. */
  own: ReadonlySet<string>;
  nameOf: NameOf;
  mayWrite: boolean;
}

export function MoveTable({ view, moves, own, nameOf, mayWrite }: MovesProps) {
  const words = promptWords[view.language];
  const columns = [words.label, words.to, words.by, words.asked, words.state];
  return (
    <Table label={words.moves} columns={mayWrite ? [...columns, words.decide] : columns}>
      {moves.map((move) => (
        <tr>
          <th scope="row">{`${move.name}@${move.label}`}</th>
          <td>
            {sayVersions(view, move)}
            {move.state === "pending" && !move.protected ? (
              <small class="hint">{words.unprotects}</small>
            ) : null}
          </td>
          <td>
            <ActorName view={view} actor={move.requestedBy} nameOf={nameOf} />
          </td>
          <MomentCell view={view} at={move.requestedAt} />
          <td>
            <Badge tone={TONES[move.state]}>{words.states[move.state]}</Badge>
          </td>
          {mayWrite ? (
            <td>
              {move.state === "pending" ? (
                <MoveDecision view={view} move={move} isOwn={own.has(move.id)} />
              ) : null}
            </td>
          ) : null}
        </tr>
      ))}
    </Table>
  );
}

/** The versions of a move; if there are several, with the share of askers that each gets. */
function sayVersions({ language }: View, { name, versions }: MoveShown): string {
  if (versions.length === 0) return "–";
  const whole = versions.reduce((sum, { weight }) => sum + weight, 0);
  const shareOf = (weight: number) =>
    versions.length === 1 ? "" : ` (${sayShare(language, weight, whole)})`;
  return versions.map(({ version, weight }) => `${name}@${version}${shareOf(weight)}`).join(", ");
}
