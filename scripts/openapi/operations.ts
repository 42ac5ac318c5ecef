import type { Abouts } from "../../src/http/contract/index.ts";
import { executionOperations } from "../../src/ai/actions/execution-operations.ts";
import { actionOperations } from "../../src/ai/actions/operations.ts";
import { answerOperations } from "../../src/ai/answer/operations.ts";
import { chatOperations } from "../../src/ai/chat/operations.ts";
import { documentOperations } from "../../src/ai/documents/operations.ts";
import { evaluationOperations } from "../../src/ai/prompts/evaluation-operations.ts";
import { labelOperations } from "../../src/ai/prompts/label-operations.ts";
import { promptOperations } from "../../src/ai/prompts/operations.ts";
import { versionOperations } from "../../src/ai/prompts/version-operations.ts";
import { aiSettingsOperations } from "../../src/ai/settings/operations.ts";
import { toolOperations } from "../../src/ai/tools/operations.ts";
import { aiUsageOperations } from "../../src/ai/usage/operations.ts";
import { voiceOperations } from "../../src/ai/voice/operations.ts";
import { streamOperations } from "../../src/ai/voice/stream/operations.ts";
import { dictionaryOperations } from "../../src/dictionaries/operations.ts";
import { batchOperations } from "../../src/encryption/batch/operations.ts";
import { keyOperations } from "../../src/encryption/key-operations.ts";
import { encryptionOperations } from "../../src/encryption/operations.ts";
import { rootOperations } from "../../src/encryption/root-operations.ts";
import { eventOperations } from "../../src/events/operations.ts";
import { agentOperations } from "../../src/fleet/agent-operations.ts";
import { codeOperations } from "../../src/fleet/codes/operations.ts";
import { bulkOperations } from "../../src/fleet/bulk/operations.ts";
import { collectorOperations } from "../../src/fleet/collector-operations.ts";
import { enrolOperations } from "../../src/fleet/enrol-operations.ts";
import { fleetOperations } from "../../src/fleet/fleet-operations.ts";
import { policyOperations } from "../../src/fleet/policies/operations.ts";
import { settingsOperations } from "../../src/fleet/settings-operations.ts";
import { antispamOperations } from "../../src/inspection/operations.ts";
import { inspectionOperations } from "../../src/inspection/record-operations.ts";
import { explainOperations } from "../../src/intel/explain-operations.ts";
import { bouncerOperations } from "../../src/intel/exports/bouncer-operations.ts";
import { exportOperations } from "../../src/intel/exports/operations.ts";
import { feedOperations } from "../../src/intel/feed-operations.ts";
import { lookupOperations } from "../../src/intel/lookup-operations.ts";
import { sourceOperations } from "../../src/intel/source-operations.ts";
import { tenantListOperations } from "../../src/intel/tenant-lists/operations.ts";
import { probeOperations } from "../../src/probe-operations.ts";
import { apiKeyOperations } from "../../src/tenants/api-keys/operations.ts";
import { auditOperations } from "../../src/tenants/audit-operations.ts";
import { credentialOperations } from "../../src/tenants/credential-operations.ts";
import { erasureOperations } from "../../src/tenants/erasure/operations.ts";
import { inviteOperations } from "../../src/tenants/invite-operations.ts";
import { tenantOperations } from "../../src/tenants/operations.ts";
import { operatorOperations } from "../../src/tenants/operator-operations.ts";
import { usageOperations } from "../../src/tenants/usage/operations.ts";
import { deliveryOperations } from "../../src/webhooks/delivery-operations.ts";
import { webhookOperations } from "../../src/webhooks/operations.ts";

/** What is said of each operation, by its id. The Worker loads none of it (docs/decisions/0043). */
export const FLEET_OPERATIONS: Abouts = {
  ...executionOperations,
  ...actionOperations,
  ...voiceOperations,
  ...streamOperations,
  ...aiUsageOperations,
  ...chatOperations,
  ...aiSettingsOperations,
  ...versionOperations,
  ...labelOperations,
  ...promptOperations,
  ...evaluationOperations,
  ...toolOperations,
  ...answerOperations,
  ...documentOperations,
  ...inspectionOperations,
  ...feedOperations,
  ...explainOperations,
  ...tenantListOperations,
  ...sourceOperations,
  ...dictionaryOperations,
  ...eventOperations,
  ...probeOperations,
  ...rootOperations,
  ...encryptionOperations,
  ...keyOperations,
  ...batchOperations,
  ...erasureOperations,
  ...operatorOperations,
  ...usageOperations,
  ...tenantOperations,
  ...inviteOperations,
  ...apiKeyOperations,
  ...auditOperations,
  ...credentialOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...bulkOperations,
  ...collectorOperations,
  ...fleetOperations,
  ...agentOperations,
  ...policyOperations,
  ...settingsOperations,
  ...enrolOperations,
  ...codeOperations,
};

export const INTEL_OPERATIONS: Abouts = {
  ...antispamOperations,
  ...bouncerOperations,
  ...exportOperations,
  ...lookupOperations,
};
