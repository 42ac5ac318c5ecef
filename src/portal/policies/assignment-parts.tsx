import type { Page } from "../../http/contract/index.ts";
import { fleetWords } from "../fleet/words.ts";
import { Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Pager, Section, Table } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { sayName } from "../frame/say-name.ts";
import { searchOf, type View } from "../frame/view.ts";
import { PolicyName } from "./policy-name.tsx";
import { policyWords } from "./words.ts";

export interface Assignment {
  role: string;
  policyId: string;
  /** Null for the product's own policy. */
  name: string | null;
}

interface AssignmentListProps {
  view: View;
  /** The policy of each role; "" stands for all other roles. */
  assignments: Page<Assignment>;
}

export function AssignmentList({ view, assignments }: AssignmentListProps) {
  if (assignments.total === 0) return null;
  const words = policyWords[view.language];
  return (
    <Section id="assignments" title={words.assigned}>
      <Table label={words.assigned} columns={[words.role, fleetWords[view.language].policy]}>
        {assignments.items.map(({ role, policyId, name }) => (
          <tr>
            <th scope="row">{sayRole(view, role)}</th>
            <td>
              <PolicyName view={view} id={policyId} name={name} />
            </td>
          </tr>
        ))}
      </Table>
      <Pager view={view} page={assignments} name="roles" label={words.assigned} />
    </Section>
  );
}

interface AssignmentsProps {
  view: View;
  policyId: string;
  /** The roles that have the policy. */
  roles: Page<string>;
  /** The form that gives the policy to another role. */
  giving: FormState;
  mayWrite: boolean;
}

/** The roles that have a policy, and the forms that change this. */
export function Assignments({ view, policyId, roles, giving, mayWrite }: AssignmentsProps) {
  if (!mayWrite && roles.total === 0) return null;
  const words = policyWords[view.language];
  const path = `/portal/t/${view.tenantId}/policies/${policyId}`;
  const columns = mayWrite ? [words.assigned, words.takeBack] : [words.assigned];
  return (
    <Section id="assign" title={mayWrite ? words.assign : words.assigned}>
      {roles.total === 0 ? null : (
        <Table label={words.assigned} columns={columns}>
          {roles.items.map((role) => (
            <tr>
              <th scope="row">{sayRole(view, role)}</th>
              {mayWrite ? (
                <td>
                  <PostForm view={view} action={`${path}/take-back${searchOf(view)}`}>
                    <input type="hidden" name="role" value={role} />
                    <button type="submit">
                      {words.takeBack} <span class="hidden">{sayRole(view, role)}</span>
                    </button>
                  </PostForm>
                </td>
              ) : null}
            </tr>
          ))}
        </Table>
      )}
      <Pager view={view} page={roles} name="roles" label={words.assigned} />
      {mayWrite ? <Giving view={view} path={path} giving={giving} /> : null}
    </Section>
  );
}

function Giving({
  view,
  path,
  giving,
}: Pick<AssignmentsProps, "view" | "giving"> & { path: string }) {
  const words = policyWords[view.language];
  return (
    <PostForm view={view} action={`${path}/assign`} form={giving}>
      <Field
        form={giving}
        name="role"
        label={words.role}
        hint={`${words.roleHint}: ${words.everyRole}.`}
        maxlength={64}
      />
      <button type="submit">{words.assign}</button>
    </PostForm>
  );
}

function sayRole(view: View, role: string): string {
  return role === "" ? policyWords[view.language].everyRole : sayName(role);
}
