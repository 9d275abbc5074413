// Generated from the migrations by `npm run generate`. Do not edit.
import type { Generated } from 'kysely';

export type AllocationsTable = {
  id: string;
  pid: string;
  state: 'running' | 'ready' | 'applied' | 'discarded' | 'failed';
  request: string;
  result: string | null;
  created_by: string | null;
  created_at: string;
  claimed_until: string | null;
  finished_at: string | null;
  revision: Generated<number>;
  summary: string | null;
  made_with: string | null;
};

export type AnnouncementsTable = {
  id: string;
  pid: string;
  tid: string | null;
  title: string;
  body: string;
  audience: 'public' | 'people';
  pinned_until: string | null;
  created_by: string | null;
  created_at: string;
  updated_at: string;
  revision: Generated<number>;
};

export type ApiTokensTable = {
  id: string;
  token_hash: string;
  prefix: string;
  uid: string;
  name: string;
  scope: 'read' | 'write';
  created_at: string;
  last_used_at: string | null;
  expires_at: string;
  revoked_at: string | null;
  passkey_id: string | null;
  private_read_at: string | null;
  pid: string | null;
  scopes: string | null;
};

export type ApplicationsTable = {
  pid: string;
  tid: string;
  uid: string;
  message: string;
  language: string;
  revision: Generated<number>;
  created_at: string;
  expires_at: string;
  made_with: string | null;
  state: Generated<'sent' | 'accepted' | 'waiting' | 'declined' | 'withdrawn' | 'lapsed'>;
  pending: 'accepted' | 'waiting' | 'declined' | null;
  wish: Generated<number>;
  note: Generated<string>;
  decided_at: string | null;
  decided_by: string | null;
};

export type AskAgainTable = {
  pid: string;
  uid: string;
  state: 'to_ask' | 'asked' | 'yes' | 'no';
  asker: string | null;
  note: Generated<string>;
  asked_at: string | null;
  answered_at: string | null;
  created_at: string;
  revision: Generated<number>;
};

export type AttendancesTable = {
  task_id: string;
  uid: string;
  created_at: string;
  confirmed_at: string | null;
  state: Generated<'joined' | 'arrived' | 'done' | 'left_early' | 'no_show'>;
  arrived_at: string | null;
  left_at: string | null;
  presumed_at: string | null;
  replaced_at: string | null;
  by_themselves: Generated<number>;
};

export type AuditTable = {
  id: string;
  at: string;
  actor: string | null;
  kind: string;
  pid: string | null;
  subject: string;
  detail: string;
  token: string | null;
};

export type AvailabilitiesTable = {
  pid: string;
  uid: string;
  unavailable: string;
  max_minutes: number | null;
  preferred_kinds: string;
  preferred_teams: string;
  changed_at: string;
};

export type BudgetsTable = {
  pid: string;
  code: string;
  name: string;
  tid: string | null;
  amount: number;
  currency: string;
  created_at: string;
  revision: Generated<number>;
};

export type CalendarFeedsTable = {
  secret_hash: string;
  uid: string;
  pid: string | null;
  tid: string | null;
  created_at: string;
};

export type CertificateBatchesTable = {
  id: string;
  pid: string;
  created_by: string | null;
  state: 'running' | 'done' | 'failed';
  position: Generated<string>;
  total: number;
  considered: Generated<number>;
  issued: Generated<number>;
  unprintable: Generated<number>;
  created_at: string;
  ended_at: string | null;
  made_with: string | null;
};

export type CertificateSettingsTable = {
  pid: string;
  text: string;
  max_minutes: number | null;
  languages: Generated<string>;
};

export type CertificatesTable = {
  number: string;
  pid: string;
  uid: string | null;
  name: string;
  language: string;
  minutes: number;
  issued_at: string;
  revoked_at: string | null;
  reason: Generated<string>;
};

export type ChangesTable = {
  seq: number;
  at: string;
  pid: string | null;
  kind: string;
  subject: string;
  revision: number | null;
  uid: string | null;
};

export type ChatChannelsTable = {
  id: string;
  pid: string;
  tid: string | null;
  name: string;
  format: 'slack' | 'mattermost' | 'discord' | 'matrix';
  url: string;
  key_id: string;
  hint: string;
  topics: string;
  language: string;
  created_by: string | null;
  created_at: string;
  disabled_at: string | null;
  disabled_for: string | null;
  failing_since: string | null;
  tried_at: string | null;
  outcome: string | null;
  summary_on: string | null;
  tasks_seen: Generated<string>;
  revision: Generated<number>;
  made_with: string | null;
};

export type ChoresTable = {
  name: string;
  claimed_until: string | null;
  good_at: string | null;
  failed_at: string | null;
  failures: Generated<number>;
  last_error: string | null;
};

export type ClaimFilePartsTable = {
  file_id: string;
  part: number;
  key_id: string;
  sealed: string;
};

export type ClaimFilesTable = {
  id: string;
  claim_id: string;
  type: string;
  bytes: number;
  hash: string;
  created_at: string;
};

export type ClaimLinesTable = {
  claim_id: string;
  position: number;
  date: string | null;
  what: string;
  amount: number | null;
  file_id: string | null;
  amount_text: Generated<string>;
};

export type ClaimStepsTable = {
  id: string;
  claim_id: string;
  uid: string | null;
  step: 'sent' | 'approved' | 'returned' | 'refused' | 'withdrawn' | 'paid' | 'unpaid';
  note: Generated<string>;
  at: string;
};

export type ClaimsTable = {
  id: string;
  pid: string;
  number: number | null;
  uid: string | null;
  kind: 'travel' | 'expense';
  state: 'draft' | 'sent' | 'returned' | 'refused' | 'withdrawn' | 'approved' | 'in_payout' | 'paid';
  form: string | null;
  budget: string | null;
  currency: string;
  claimed: number;
  cap: number | null;
  amount: number;
  bank_until: string | null;
  payout_id: string | null;
  created_at: string;
  changed_at: string;
  sent_at: string | null;
  decided_at: string | null;
  decided_by: string | null;
  revision: Generated<number>;
  note: Generated<string>;
};

export type ClosedAddressesTable = {
  address_hash: string;
  closed_at: string;
};

export type DevicesTable = {
  id: string;
  pid: string;
  name: string;
  tids: string | null;
  token_hash: string;
  created_by: string | null;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  last_seen_at: string | null;
  purpose: Generated<'desk' | 'screen'>;
  made_with: string | null;
};

export type DocumentSignaturesTable = {
  document_id: string;
  version: number;
  uid: string;
  lineage: string;
  hash: string;
  signed_at: string;
  valid_until: string | null;
  gave_skill: string | null;
};

export type DocumentVersionsTable = {
  document_id: string;
  version: number;
  body: string;
  changes: string;
  hash: string;
  created_by: string | null;
  created_at: string;
};

export type DocumentsTable = {
  id: string;
  pid: string;
  lineage: string;
  title: string;
  required_for: 'applying' | 'tasks' | 'nothing';
  kind_ids: Generated<string>;
  grants_skill: string | null;
  valid_months: number | null;
  version: Generated<number>;
  hash: string;
  created_at: string;
  revision: Generated<number>;
};

export type EmailChangesTable = {
  token_hash: string;
  uid: string;
  old_email: string;
  new_email: string;
  created_at: string;
  expires_at: string;
  confirmed_at: string | null;
  revert_hash: string | null;
};

export type ErasedPeopleTable = {
  hmac: string;
  erased_at: string;
};

export type ExchangeCredentialsTable = {
  username: string;
  password_hash: string;
  uid: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
  failures: Generated<number>;
  passkey_id: string | null;
  private_read_at: string | null;
  pid: string | null;
  scopes: string | null;
};

export type FormConsentsTable = {
  pid: string;
  form: string;
  uid: string;
  kind: 'bank' | 'address' | 'real_profile';
  until: string;
  agreed_at: string;
};

export type FormResponsesTable = {
  pid: string;
  form: string;
  uid: string;
  answers: string;
  key_id: string;
  revision: number;
  created_at: string;
  updated_at: string;
  import_id: string | null;
};

export type FormsTable = {
  pid: string;
  form: string;
  kind: string;
  title: string;
  description: Generated<string>;
  fields: string;
  opens_at: string | null;
  closes_at: string | null;
  enabled_at: string | null;
  created_at: string;
  revision: Generated<number>;
  response_count: Generated<number>;
  expired_through: string | null;
  erased_through: string | null;
  passes_on: Generated<string>;
  passes_until: string | null;
  audience_tids: Generated<string>;
  remind_days: Generated<number | null>;
  audience: Generated<'people' | 'owners' | 'chiefs' | 'members' | 'helpers' | 'signed_in' | 'applicants'>;
};

export type GivenHandOutsTable = {
  id: string;
  hand_out_id: string;
  uid: string;
  given_at: string;
  device_id: string | null;
  reason: Generated<string>;
  variant: Generated<string>;
  number: Generated<number>;
};

export type GrantsTable = {
  id: string;
  pid: string;
  uid: string;
  role: 'finance' | 'recruiting' | 'desk' | 'writer' | 'safety' | 'viewer' | 'chief';
  tid: string | null;
  starts_at: string;
  ends_at: string;
  reason: string;
  granted_by: string | null;
  created_at: string;
  ended_at: string | null;
  reminded_at: string | null;
  end_noticed_at: string | null;
  revision: Generated<number>;
};

export type GroupServersTable = {
  id: string;
  pid: string;
  kind: 'mailman' | 'mattermost';
  url: string;
  secrets: string;
  key_id: string;
  created_by: string | null;
  made_with: string | null;
  created_at: string;
  disabled_at: string | null;
  disabled_for: string | null;
  failing_since: string | null;
  tried_at: string | null;
  outcome: string | null;
  next_at: string | null;
  seen_seq: Generated<number>;
  revision: Generated<number>;
};

export type GuardiansTable = {
  pid: string;
  uid: string;
  id: string;
  name: string;
  email: string;
  language: string | null;
  state: 'asked' | 'agreed' | 'declined' | 'withdrawn';
  asked_at: string;
  answered_at: string | null;
};

export type HandOutCodesTable = {
  id: string;
  hand_out_id: string;
  code: string;
  key_id: string;
  uid: string | null;
  assigned_at: string | null;
  created_at: string;
};

export type HandOutsTable = {
  id: string;
  pid: string;
  name: string;
  audience: string;
  created_at: string;
  revision: Generated<number>;
  kind: Generated<'item' | 'code' | 'loan'>;
  variant_field: string | null;
  per_person: number | null;
  stock: string | null;
  earned: string | null;
};

export type HelpRequestsTable = {
  task_id: string;
  uid: string;
  asked_by: string | null;
  asked_at: string;
  answer: 'yes' | 'no' | null;
};

export type HelpersTable = {
  pid: string;
  uid: string;
  created_at: string;
};

export type IdempotencyKeysTable = {
  uid: string;
  key: string;
  request_hash: string;
  answer: string;
  expires_at: string;
};

export type IdentitiesTable = {
  id: string;
  issuer: string;
  subject: string;
  uid: string;
  email: string;
  created_at: string;
  last_used_at: string;
};

export type ImportsTable = {
  id: string;
  pid: string;
  kind: 'people' | 'answers';
  form: string | null;
  state: Generated<'running' | 'done' | 'stopped' | 'undone'>;
  total: number;
  done: Generated<number>;
  imported: Generated<number>;
  lines: string | null;
  teams: Generated<string>;
  created_by: string | null;
  made_with: string;
  created_at: string;
};

export type InstallationTable = {
  id: number | null;
  set_up_at: string | null;
  passkeys_required_at: string | null;
  push_public: string | null;
  push_private: string | null;
};

export type InvitationsTable = {
  id: string;
  pid: string;
  tid: string;
  email: string;
  invited_by: string | null;
  sent_at: string;
  expires_at: string;
  role: Generated<'member' | 'chief' | 'owner'>;
  held: Generated<0 | 1>;
  made_with: string | null;
  reminded_at: string | null;
  name: Generated<string>;
  language: string | null;
  reminders: Generated<number>;
  phone: string | null;
  tags: Generated<string>;
  import_id: string | null;
  hides_email: Generated<number>;
};

export type JoinRequestsTable = {
  task_id: string;
  uid: string;
  note: Generated<string>;
  created_at: string;
  declined_at: string | null;
  declined_by: string | null;
};

export type LeftTasksTable = {
  task_id: string;
  pid: string;
  title: string;
  starts_at: string;
  ends_at: string;
  revision: number;
  removed_at: string;
  uid: string;
  changes: number;
};

export type LegacyIdsTable = {
  source: string;
  kind: string;
  legacy_id: string;
  local_id: string;
  pid: string | null;
  uid: string | null;
};

export type ListingChoicesTable = {
  pid: string;
  uid: string;
  listed: 0 | 1;
  chosen_at: string;
};

export type MembershipsTable = {
  pid: string;
  tid: string;
  uid: string;
  role: 'chief' | 'member';
  created_at: string;
  role_since: string | null;
};

export type MessageRecipientsTable = {
  id: string;
  message_id: string;
  uid: string | null;
  state: 'waiting' | 'sending' | 'sent' | 'skipped' | 'refused' | 'failed' | 'in_doubt' | 'cancelled';
  reason: string | null;
  attempts: Generated<number>;
  due_at: string;
  admitted_at: string | null;
  changed_at: string;
};

export type MessagesTable = {
  id: string;
  pid: string;
  sender: string | null;
  state: 'draft' | 'scheduled' | 'sending' | 'sent' | 'cancelled';
  stopped: 'not_allowed' | 'empty_audience' | 'project_closed' | null;
  audience: string;
  to_everyone: number;
  subject: string;
  body: string;
  reply_to: string | null;
  send_at: string | null;
  planned_at: string | null;
  started_at: string | null;
  ended_at: string | null;
  created_at: string;
  updated_at: string;
  revision: Generated<number>;
  is_thanks: Generated<number>;
  reply_address: string | null;
  made_with: string | null;
};

export type MoneySettingsTable = {
  pid: string;
  travel_pays: Generated<'fixed' | 'receipts'>;
  travel_budget: string | null;
  payer_name: Generated<string>;
  payer_iban: Generated<string>;
  payer_bic: Generated<string>;
  last_claim: Generated<number>;
  last_payout: Generated<number>;
  revision: Generated<number>;
};

export type NotMeLinksTable = {
  token_hash: string;
  uid: string;
  passkey_id: string | null;
  expires_at: string;
};

export type NoticeSettingsTable = {
  uid: string;
  mail: Generated<string>;
  push: Generated<string>;
  digest: Generated<'off' | 'daily' | 'weekly'>;
  quiet_starts: string | null;
  quiet_ends: string | null;
  timezone: string | null;
  updated_at: string;
};

export type NoticesTable = {
  id: string;
  uid: string;
  kind: string;
  pid: string | null;
  subject: Generated<string>;
  occasion: string | null;
  actor: string | null;
  previous: Generated<string>;
  detail: Generated<string>;
  created_at: string;
  due_at: string | null;
  mailed_at: string | null;
  dropped_at: string | null;
  read_at: string | null;
  push_due_at: string | null;
  pushed_at: string | null;
  mail_key: string | null;
  push_sent_at: string | null;
};

export type OfferProjectsTable = {
  uid: string;
  pid: string;
};

export type OffersTable = {
  uid: string;
  ready: number;
  teams: string;
  skills: string;
  hours: number | null;
  text: string;
  search_key: string;
  until: string;
  turned_on: Generated<number>;
  updated_at: string;
  revision: Generated<number>;
};

export type OnSiteTable = {
  pid: string;
  uid: string;
  since: string;
};

export type OutboxTable = {
  id: string;
  key: string;
  kind: string;
  payload: string;
  created_at: string;
  due_at: string;
  attempts: Generated<number>;
  last_error: string | null;
  done_at: string | null;
  dead_at: string | null;
  lane: string | null;
};

export type PasskeyChallengesTable = {
  challenge_hash: string;
  purpose: 'register' | 'sign_in' | 'confirm';
  uid: string | null;
  expires_at: string;
};

export type PasskeysTable = {
  id: string;
  uid: string;
  credential_id: string;
  public_key: string;
  counter: number;
  transports: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
  blocked_until: string | null;
};

export type PastInvitationsTable = {
  id: string;
  pid: string;
  tid: string;
  email: string;
  name: Generated<string>;
  role: Generated<'member' | 'chief' | 'owner'>;
  state: 'accepted' | 'declined' | 'expired';
  uid: string | null;
  invited_by: string | null;
  sent_at: string | null;
  reminded_at: string | null;
  reminders: Generated<number>;
  ended_at: string;
  expires_at: string;
  hides_email: Generated<number>;
};

export type PaymentsTable = {
  id: string;
  pid: string;
  form: string;
  uid: string | null;
  amount: number;
  currency: string;
  batch: Generated<string>;
  paid_at: string;
  paid_by: string | null;
  undone_at: string | null;
  undone_by: string | null;
};

export type PayoutTransfersTable = {
  id: string;
  payout_id: string;
  uid: string | null;
  amount: number;
  sealed: string | null;
  key_id: Generated<string>;
  account_changed_at: string | null;
};

export type PayoutsTable = {
  id: string;
  pid: string;
  number: number;
  title: Generated<string>;
  method: 'transfer' | 'other';
  currency: string;
  created_at: string;
  created_by: string | null;
  paid_at: string | null;
  paid_by: string | null;
  accounts_erased_at: string | null;
  revision: Generated<number>;
};

export type PeopleTable = {
  uid: string;
  email: string;
  name: string;
  sort_key: string;
  listing: 'public' | 'keyed' | 'hidden';
  administrator_since: string | null;
  suspended_at: string | null;
  created_at: string;
  intro: Generated<string>;
  resume: Generated<string>;
  resume_public_at: string | null;
  history_public_at: string | null;
  profile_revision: Generated<number>;
  resume_revision: Generated<number>;
  plan_revision: Generated<number>;
  configured_since: string | null;
  factors_frozen_until: string | null;
  language: string | null;
  made_before: string | null;
  ask_again: Generated<number>;
};

export type PersonNotesTable = {
  pid: string;
  uid: string;
  note: string;
  changed_by: string | null;
  changed_at: string;
  revision: number;
};

export type PersonSkillsTable = {
  skill_id: string;
  uid: string;
  granted_by: string | null;
  created_at: string;
  granted_at: string | null;
  valid_until: string | null;
  earned_on: string | null;
};

export type PersonTagsTable = {
  pid: string;
  uid: string;
  tag_key: string;
  tag: string;
  created_at: string;
};

export type PersonWordsTable = {
  word: string;
  uid: string;
  repeats: number;
};

export type PlaceOffersTable = {
  task_id: string;
  uid: string;
  to_uid: string | null;
  for_task: string | null;
  created_at: string;
};

export type PlacesTable = {
  id: string;
  pid: string;
  name: string;
  map_url: Generated<string>;
  revision: Generated<number>;
};

export type PlanningStepsTable = {
  id: string;
  pid: string;
  kind: 'series' | 'import' | 'copy' | 'change' | 'removal';
  before: string;
  created_by: string | null;
  created_at: string;
  undone_at: string | null;
  task_count: Generated<number>;
};

export type PrivateDataTable = {
  uid: string;
  kind: 'bank' | 'address' | 'dietary_habits' | 'real_profile' | 'contact' | 'emergency';
  fields: string;
  key_id: string;
  revision: number;
  updated_at: string;
  unconfirmed_at: string | null;
};

export type ProjectKeysTable = {
  pid: string;
  public_key: string;
  private_key: string;
  key_id: string;
  created_at: string;
};

export type ProjectOwnersTable = {
  pid: string;
  uid: string;
  created_at: string;
};

export type ProjectPicturesTable = {
  pid: string;
  type: string;
  base64: string;
};

export type ProjectsTable = {
  pid: string;
  name: string;
  description: Generated<string>;
  starts_on: string | null;
  ends_on: string | null;
  timezone: string;
  listing_version: Generated<number>;
  created_at: string;
  revision: Generated<number>;
  subsidy_revision: Generated<number>;
  subsidy_currency: string | null;
  state: Generated<'draft' | 'public' | 'archived'>;
  listing: Generated<'everyone' | 'agreed' | 'nobody'>;
  place: Generated<string>;
  picture_alt: Generated<string>;
  colour: string | null;
  picture: string | null;
  picture_width: number | null;
  picture_height: number | null;
  confirm_days: Generated<number | null>;
  call_opens_at: string | null;
  call_closes_at: string | null;
  wishes: Generated<number>;
  decisions: Generated<'at_once' | 'together'>;
  follows: string | null;
  leading_since: string | null;
  adult_age: number | null;
  minors_latest_end: string | null;
  min_hours: number | null;
};

export type ProviderVisitsTable = {
  state_hash: string;
  browser_hash: string;
  expires_at: string;
  step_up: Generated<number>;
};

export type PushSubscriptionsTable = {
  id: string;
  uid: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: string;
  last_success_at: string | null;
  failing_since: string | null;
};

export type RateLimitsTable = {
  key: string;
  count: number;
  ends_at: string;
};

export type RecoveryCodesTable = {
  id: string;
  uid: string;
  code_hash: string;
  created_at: string;
  used_at: string | null;
};

export type RemovedTasksTable = {
  task_id: string;
  pid: string;
  title: string;
  starts_at: string;
  ends_at: string;
  revision: number;
  removed_at: string;
  tid: string;
};

export type RollCallMarksTable = {
  pid: string;
  uid: string;
  state: 'present' | 'missing' | 'open';
  at: string;
  marked_by: string | null;
};

export type RollCallsTable = {
  pid: string;
  started_at: string;
  started_by: string | null;
};

export type RoomMovesTable = {
  step_id: string;
  uid: string;
  night: string;
  from_room: string | null;
  to_room: string | null;
};

export type RoomPlacesTable = {
  pid: string;
  uid: string;
  night: string;
  room_id: string;
};

export type RoomStepsTable = {
  id: string;
  pid: string;
  created_by: string | null;
  created_at: string;
  undone_at: string | null;
};

export type RoomSwapsTable = {
  id: string;
  pid: string;
  uid: string;
  with_uid: string;
  created_at: string;
};

export type RoomWishesTable = {
  pid: string;
  uid: string;
  wished: string;
};

export type RoomsTable = {
  id: string;
  pid: string;
  name: string;
  sort_key: string;
  beds: number;
  kind: 'women' | 'men' | 'mixed';
  nights: string;
  created_at: string;
  revision: Generated<number>;
};

export type ScansTable = {
  pid: string;
  id: string;
  device_id: string | null;
  uid: string | null;
  task_id: string | null;
  hand_out_id: string | null;
  thing_id: string | null;
  step: 'arrive' | 'leave' | 'no_show' | 'hand_out' | 'return' | 'undo' | 'on_site' | 'off_site' | 'correct';
  at: string;
  correction: string | null;
  result: string;
  received_at: string;
};

export type ServiceAccountsTable = {
  id: string;
  pid: string;
  name: string;
  scopes: string;
  created_by: string | null;
  created_at: string;
  ends_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  made_with: string | null;
};

export type ServiceTokensTable = {
  token_hash: string;
  account_id: string;
  prefix: string;
  created_at: string;
  expires_at: string;
};

export type SessionsTable = {
  id: string;
  token_hash: string;
  uid: string;
  device: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  proved_at: string | null;
  passkey_id: string | null;
  recovered_at: string | null;
};

export type SignInLinksTable = {
  token_hash: string;
  purpose: 'sign_in' | 'set_up';
  email: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
  browser_hash: string | null;
  code_hash: string | null;
  code_attempts: Generated<number>;
  next_path: string | null;
};

export type SkillsTable = {
  id: string;
  pid: string;
  name: string;
  description: Generated<string>;
  granted: Generated<0 | 1>;
  revision: Generated<number>;
  valid_months: number | null;
};

export type SyncConsentsTable = {
  pid: string;
  uid: string;
  agreed_at: string;
};

export type SyncLogTable = {
  id: string;
  group_id: string;
  uid: string | null;
  action: 'add' | 'remove' | 'found' | 'left';
  outcome: string;
  at: string;
};

export type SyncedGroupsTable = {
  id: string;
  server_id: string;
  pid: string;
  audience: string;
  tid: string | null;
  target_kind: 'list' | 'team' | 'channel';
  target: string;
  mode: 'dry_run' | 'active';
  created_at: string;
  digest: string | null;
  checked_on: string | null;
  tried_at: string | null;
  outcome: string | null;
  people: number | null;
  agreed: number | null;
  revision: Generated<number>;
};

export type SyncedPeopleTable = {
  id: string;
  group_id: string;
  uid: string | null;
  remote_id: string | null;
  found: Generated<number>;
  added_at: string;
  left_at: string | null;
  refused: string | null;
  tried_at: string | null;
};

export type TaskKindSkillsTable = {
  kind_id: string;
  skill_id: string;
};

export type TaskKindsTable = {
  id: string;
  pid: string;
  name: string;
  briefing: Generated<string>;
  min_age: number | null;
  weight_percent: Generated<number>;
  rest_minutes: Generated<number>;
  max_consecutive_minutes: number | null;
  leave_until_hours: Generated<number>;
  revision: Generated<number>;
};

export type TaskSeriesTable = {
  id: string;
  pid: string;
  title: string;
  definition: string;
  created_by: string | null;
  created_at: string;
  revision: Generated<number>;
};

export type TasksTable = {
  id: string;
  pid: string;
  tid: string | null;
  title: string;
  description: Generated<string>;
  category: Generated<string>;
  starts_at: string;
  ends_at: string;
  capacity: number;
  attendee_count: Generated<number>;
  created_by: string | null;
  created_at: string;
  revision: Generated<number>;
  changed_at: string | null;
  place_id: string | null;
  kind_id: string | null;
  series_id: string | null;
  min_people: Generated<number>;
  visibility: Generated<'team' | 'project' | 'signed_in'>;
  joining: Generated<'open' | 'approval' | 'planners'>;
  opens_at: string | null;
  briefing: Generated<string>;
  held_count: Generated<number>;
  grants_skill: string | null;
};

export type TeamsTable = {
  pid: string;
  tid: string;
  name: string;
  sort_key: string;
  description: Generated<string>;
  public_description: Generated<string>;
  mailing_list: Generated<string>;
  headcount: number | null;
  disabled_at: string | null;
  created_at: string;
  revision: Generated<number>;
  member_count: Generated<number>;
  applications_open_at: string | null;
};

export type ThanksNamesTable = {
  pid: string;
  uid: string;
  name: string;
  sort_key: string;
  agreed_at: string;
  hidden_at: string | null;
};

export type ThanksPagesTable = {
  pid: string;
  text: Generated<string>;
  published_at: string | null;
  revision: Generated<number>;
};

export type ThingEventsTable = {
  id: string;
  thing_id: string;
  step: 'lend' | 'return';
  uid: string | null;
  at: string;
  condition: 'ok' | 'broken' | 'lost' | null;
  device_id: string | null;
  reason: Generated<string>;
};

export type ThingsTable = {
  id: string;
  pid: string;
  hand_out_id: string;
  label: string;
  sort_key: string;
  barcode: string;
  condition: Generated<'ok' | 'broken' | 'lost'>;
  holder: string | null;
  lent_at: string | null;
  created_at: string;
  revision: Generated<number>;
};

export type TrafficSubsidiesTable = {
  pid: string;
  location: string;
  sort_key: string;
  amount: number;
};

export type TranslationsTable = {
  pid: string;
  kind: 'project' | 'team' | 'form' | 'task_kind' | 'document' | 'announcement';
  id: string;
  language: string;
  field: string;
  source: string;
  text: string;
};

export type WaitingPeopleTable = {
  task_id: string;
  uid: string;
  position: number;
  offered_until: string | null;
  created_at: string;
};

export type WebhookDeliveriesTable = {
  id: string;
  webhook_id: string;
  kind: string;
  body: string;
  uid: string | null;
  created_at: string;
  due_at: string | null;
  attempts: Generated<number>;
  tried_at: string | null;
  delivered_at: string | null;
  outcome: string | null;
};

export type WebhookFeedTable = {
  id: number;
  seq: number;
};

export type WebhooksTable = {
  id: string;
  pid: string;
  url: string;
  kinds: string;
  secrets: string;
  key_id: string;
  old_secret_until: string | null;
  created_by: string | null;
  created_at: string;
  active_since: string;
  disabled_at: string | null;
  disabled_for: string | null;
  failing_since: string | null;
  revision: Generated<number>;
  made_with: string | null;
};

export type WorkTable = {
  id: string;
  pid: string;
  uid: string;
  tid: string | null;
  title: string;
  starts_at: string;
  ends_at: string;
  state: 'claimed' | 'approved' | 'declined';
  reason: Generated<string>;
  decided_by: string | null;
  decided_at: string | null;
  created_at: string;
};

export type Tables = {
  allocations: AllocationsTable;
  announcements: AnnouncementsTable;
  api_tokens: ApiTokensTable;
  applications: ApplicationsTable;
  ask_again: AskAgainTable;
  attendances: AttendancesTable;
  audit: AuditTable;
  availabilities: AvailabilitiesTable;
  budgets: BudgetsTable;
  calendar_feeds: CalendarFeedsTable;
  certificate_batches: CertificateBatchesTable;
  certificate_settings: CertificateSettingsTable;
  certificates: CertificatesTable;
  changes: ChangesTable;
  chat_channels: ChatChannelsTable;
  chores: ChoresTable;
  claim_file_parts: ClaimFilePartsTable;
  claim_files: ClaimFilesTable;
  claim_lines: ClaimLinesTable;
  claim_steps: ClaimStepsTable;
  claims: ClaimsTable;
  closed_addresses: ClosedAddressesTable;
  devices: DevicesTable;
  document_signatures: DocumentSignaturesTable;
  document_versions: DocumentVersionsTable;
  documents: DocumentsTable;
  email_changes: EmailChangesTable;
  erased_people: ErasedPeopleTable;
  exchange_credentials: ExchangeCredentialsTable;
  form_consents: FormConsentsTable;
  form_responses: FormResponsesTable;
  forms: FormsTable;
  given_hand_outs: GivenHandOutsTable;
  grants: GrantsTable;
  group_servers: GroupServersTable;
  guardians: GuardiansTable;
  hand_out_codes: HandOutCodesTable;
  hand_outs: HandOutsTable;
  help_requests: HelpRequestsTable;
  helpers: HelpersTable;
  idempotency_keys: IdempotencyKeysTable;
  identities: IdentitiesTable;
  imports: ImportsTable;
  installation: InstallationTable;
  invitations: InvitationsTable;
  join_requests: JoinRequestsTable;
  left_tasks: LeftTasksTable;
  legacy_ids: LegacyIdsTable;
  listing_choices: ListingChoicesTable;
  memberships: MembershipsTable;
  message_recipients: MessageRecipientsTable;
  messages: MessagesTable;
  money_settings: MoneySettingsTable;
  not_me_links: NotMeLinksTable;
  notice_settings: NoticeSettingsTable;
  notices: NoticesTable;
  offer_projects: OfferProjectsTable;
  offers: OffersTable;
  on_site: OnSiteTable;
  outbox: OutboxTable;
  passkey_challenges: PasskeyChallengesTable;
  passkeys: PasskeysTable;
  past_invitations: PastInvitationsTable;
  payments: PaymentsTable;
  payout_transfers: PayoutTransfersTable;
  payouts: PayoutsTable;
  people: PeopleTable;
  person_notes: PersonNotesTable;
  person_skills: PersonSkillsTable;
  person_tags: PersonTagsTable;
  person_words: PersonWordsTable;
  place_offers: PlaceOffersTable;
  places: PlacesTable;
  planning_steps: PlanningStepsTable;
  private_data: PrivateDataTable;
  project_keys: ProjectKeysTable;
  project_owners: ProjectOwnersTable;
  project_pictures: ProjectPicturesTable;
  projects: ProjectsTable;
  provider_visits: ProviderVisitsTable;
  push_subscriptions: PushSubscriptionsTable;
  rate_limits: RateLimitsTable;
  recovery_codes: RecoveryCodesTable;
  removed_tasks: RemovedTasksTable;
  roll_call_marks: RollCallMarksTable;
  roll_calls: RollCallsTable;
  room_moves: RoomMovesTable;
  room_places: RoomPlacesTable;
  room_steps: RoomStepsTable;
  room_swaps: RoomSwapsTable;
  room_wishes: RoomWishesTable;
  rooms: RoomsTable;
  scans: ScansTable;
  service_accounts: ServiceAccountsTable;
  service_tokens: ServiceTokensTable;
  sessions: SessionsTable;
  sign_in_links: SignInLinksTable;
  skills: SkillsTable;
  sync_consents: SyncConsentsTable;
  sync_log: SyncLogTable;
  synced_groups: SyncedGroupsTable;
  synced_people: SyncedPeopleTable;
  task_kind_skills: TaskKindSkillsTable;
  task_kinds: TaskKindsTable;
  task_series: TaskSeriesTable;
  tasks: TasksTable;
  teams: TeamsTable;
  thanks_names: ThanksNamesTable;
  thanks_pages: ThanksPagesTable;
  thing_events: ThingEventsTable;
  things: ThingsTable;
  traffic_subsidies: TrafficSubsidiesTable;
  translations: TranslationsTable;
  waiting_people: WaitingPeopleTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_feed: WebhookFeedTable;
  webhooks: WebhooksTable;
  work: WorkTable;
};
