// Generated from the OpenAPI document by `npm run generate`. Do not edit.

export type AddClaimFileRequest = unknown;

export type AddPushSubscriptionRequest = { endpoint: string; keys: { p256dh: string; auth: string } };

export type AddedCodes = { added: number; without: number };

export type AddedMembers = { data: ({ uid: string | null; name: string; outcome: 'added' | 'already_member' | 'repeated' | 'unknown_person' | 'suspended' | 'team_full' })[] };

export type AddedThings = { added: number };

export type Address = { country: string; postal_code: string; receiver: string; address: string };

export type AdultAge = number | null;

export type Allocation = { id: string; state: 'running' | 'ready' | 'applied' | 'discarded' | 'failed'; tids: string[] | null; days: string[] | null; keep: boolean; fill_all: boolean; max_hours_per_day: number | null; created_at: string; finished_at: string | null; summary: Summary | null };

export type AllocationDetails = { id: string; state: 'running' | 'ready' | 'applied' | 'discarded' | 'failed'; tids: string[] | null; days: string[] | null; keep: boolean; fill_all: boolean; max_hours_per_day: number | null; created_at: string; finished_at: string | null; summary: Summary | null; assignments: ({ task: string; title: string; starts_at: From; ends_at: Until; uid: string; name: string; reasons: ('own_team' | 'preferred_team' | 'preferred_kind' | 'stays' | 'few_could' | 'free')[]; could_count: number; now: 'free' | 'has_place' | 'task_full' })[]; released: Released[]; gaps: ({ task: string; title: string; starts_at: From; ends_at: Until; missing: number; empty: number; obstacles: ({ obstacle: 'not_in_team' | 'not_available' | 'not_qualified' | 'document_missing' | 'not_possible' | 'task_overlap' | 'too_little_rest' | 'works_too_long' | 'max_hours' | 'max_hours_per_day'; people: number })[]; fix: { kind: 'open_to_project' | 'ask_unavailable' | 'ask_them' | 'teach' | 'more_hours' | 'move_task' | 'find_people'; people: number; ask: ({ uid: string; name: string })[]; skills: string[] } })[]; hours: ({ uid: string; name: string; before: number; after: number; max: number | null; blocks: number | null })[]; skipped: ({ task: string; title: string; starts_at: From; ends_at: Until; uid: string; name: string; reason: string })[]; placed: Released[] };

export type AllocationPage = { data: Allocation[]; next: Next };

export type Announcement = { id: string; pid: string; tid: string | null; team: string | null; title: string; pinned: boolean; created_at: string; body: string; audience: 'public' | 'people'; pinned_until: string | null; author: string | null; updated_at: string; rights: { edit: boolean }; original?: { title?: string; body?: string } };

export type AnnouncementChanges = { title?: string; body?: string; audience?: 'public' | 'people'; pinned_until?: string | null };

export type AnnouncementPage = { data: Announcement[]; next: Next };

export type ApiToken = { id: string; name: string; prefix: string; scope: 'read' | 'write'; private_read: boolean; project: string | null; scopes: ('project:read' | 'people:read' | 'contacts:read' | 'teams:write' | 'invitations:write' | 'tasks:read' | 'tasks:write' | 'forms:read' | 'messages:send' | 'changes:read' | 'desk')[] | null; created_at: string; last_used_at: LastUsedAt; expires_at: string };

export type ApiTokenPage = { data: ApiToken[]; next: Next };

export type Application = { tid: string; uid: string; name: string; email: string; message: string; applied_at: string; expires_at: string; state: 'sent' | 'accepted' | 'waiting' | 'declined' | 'withdrawn' | 'lapsed'; pending: 'accepted' | 'waiting' | 'declined' | null; decide_again: boolean; wish: number; wishes: string[]; answers: Record<string, Record<string, unknown>>; note: string; decided_at: string | null; decided_by: string | null };

export type ApplicationPage = { data: Application[]; next: Next; total?: Total };

export type ApplicationQuestions = { form: string; title: string; description: string; tids: string[]; fields: Field[] };

export type ApplyAllocationRequest = { assignments?: ({ task: Id; uid: string })[] } | null;

export type AskAnswer = { state: State; note?: string };

export type AskInvitations = { people: ({ uid: string; tid: string })[]; language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' };

export type AskInvited = { data: ({ uid: string; outcome: 'invited' | 'already_asked' | 'said_no' | 'in_project' | 'applied' | 'asked_by_other' | 'too_many_mails' | 'not_found' })[]; mail: Mail; held: boolean };

export type AskShare = { askers: string[]; uids?: string[] };

export type AskShared = { shared: number };

export type AskedToReplace = { asked: number; open: boolean };

export type At = string;

export type Attendance = { task: string; uid: string; name: string; state?: 'joined' | 'arrived' | 'done' | 'left_early' | 'no_show'; arrived_at?: string | null; left_at?: string | null; presumed?: boolean; place_open?: boolean; replaced?: boolean; others_decide?: boolean };

export type AttendanceChanges = { state: 'joined' | 'arrived' | 'done' | 'left_early' | 'no_show'; arrived_at?: string | null; left_at?: string | null };

export type AttendanceMarks = { task: string; uid: string; state: 'joined' | 'arrived' | 'done' | 'left_early' | 'no_show'; arrived_at: string | null; left_at: string | null; presumed: boolean; minutes: number };

export type AttendancePage = { data: Attendance[]; next: Next };

export type Attendee = { uid: string; name: string; joined_at: string; email?: string; contact?: ContactDetails; available?: boolean; offering?: boolean; delivery?: Delivery | null; state?: 'joined' | 'arrived' | 'done' | 'left_early' | 'no_show'; arrived_at?: string | null; left_at?: string | null; presumed?: boolean; place_open?: boolean; replaced?: boolean; others_decide?: boolean };

export type AttendeePage = { data: Attendee[]; next: Next };

export type Audience = 'people' | 'owners' | 'chiefs' | 'members' | 'helpers' | 'signed_in' | 'applicants';

export type AudiencePreview = { count: number; includes_caller: boolean; people: ({ uid: string; name: string })[] };

export type AuditPage = { data: AuditRecord[]; next: Next };

export type AuditRecord = { id: string; at: string; actor: string | null; actor_name: string | null; token: string | null; token_name: string | null; kind: string; project: string | null; project_name: string | null; subject: string; subject_name: string | null; team_name: string | null; task_title: string | null; task_starts_at: string | null; task_ends_at: string | null; form_title: string | null; credential_name: string | null; detail: Record<string, string | number | null> };

export type Availability = { unavailable: Unavailable; max_hours: number | null; preferred_kinds: string[]; preferred_teams: string[] };

export type AwaitedTask = { id: string; pid: string; project: string; timezone: string; title: string; starts_at: From; ends_at: Until; asked: boolean; requested: boolean; waiting: Waiting | null };

export type AwaitedTaskPage = { data: AwaitedTask[]; next: Next };

export type Bank = { code: string; number: string; branch: string; holder: string };

export type Body = string;

export type Budget = { code: string; name: string; tid: string | null; team: string | null; amount: number; currency: string; left: number; sums: BudgetSums | null };

export type BudgetSums = { waiting: number; approved: number; paid: number; claims: number };

export type BudgetValues = { name: string; tid: string | null; amount: number; currency: string };

export type Budgets = { data: Budget[]; rights: { edit: boolean } };

export type CalendarAddress = { url: string; created_at: string };

export type CalendarState = { created_at: string | null };

export type Call = { opens_at: string | null; closes_at: string | null; open: boolean; wishes: number; decisions: 'at_once' | 'together'; forms: ApplicationQuestions[] };

export type Candidate = { uid: string; name: string; email_hint: string | null; teams: ({ project: string; team: string; role: 'chief' | 'member' })[] };

export type CandidatePage = { data: Candidate[]; next: Next };

export type CatalogueUses = { data: ({ id: string; count: number })[] };

export type CertificateBatch = { id: string; state: 'running' | 'done' | 'failed'; total: number; considered: number; issued: number; unprintable: number; created_at: string; ended_at: string | null };

export type CertificateRevocation = { reason: string };

export type CertificateSettings = { text: string; max_hours: number | null; languages?: ('en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW')[] };

export type Change = { id: string; at: At; project: string | null; kind: string; subject: { pid?: string; tid?: string; uid?: string; task?: string; form?: string; announcement?: string; document?: string; thing?: string; claim?: string; budget?: string; invitation?: string }; revision: number | null };

export type ChangeMessageRequest = { audience: MessageAudience; subject: string; body: Body; reply_to?: string | null; send_at?: string | null };

export type ChangePage = { data: Change[]; next: string; more: boolean };

export type ChangedSeries = { step: Step; kept: PlannedTask[]; moved: PlannedTask[]; added: PlannedTask[]; removed: PlannedTask[]; released: LostPlace[] };

export type ChatChannel = { id: string; tid: string | null; name: string; topics: Topics; language: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW'; format: 'slack' | 'mattermost' | 'discord' | 'matrix'; hint: string; active: boolean; disabled_for: 'paused' | 'failing' | 'gone' | 'not_allowed' | null; tried_at: string | null; outcome: string | null; created_at: CreatedAt };

export type ChatChannelChanges = { name?: string; topics?: Topics; language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW'; active?: boolean };

export type ChatChannelPage = { data: ChatChannel[]; next: Next };

export type ChatTest = { outcome: string };

export type CheckIn = { code: string };

export type CheckedIn = { task: string; title: string; place: string; repeated: boolean };

export type Checklist = { data: ChecklistItem[] };

export type ChecklistItem = { kind: 'profile' | 'document' | 'form' | 'guardian' | 'hours'; pid: string | null; id: string; title: string | null; due_at: string | null; page: string; asks_more: boolean; forms: string[]; hours: number | null; min_hours: number | null };

export type Choices = Options[];

export type Claim = { id: string; number: number | null; person: Person | null; kind: 'travel' | 'expense'; state: 'draft' | 'sent' | 'returned' | 'refused' | 'withdrawn' | 'approved' | 'in_payout' | 'paid'; form: string | null; budget: string | null; currency: string; claimed: number; cap: number | null; amount: number; what: string; line_count: number; file_count: number; changed_at: string; sent_at: string | null; decided_at: string | null; paid_at: string | null; lines: ({ date: string | null; what: string; amount: number | null; amount_text: string; file: string | null; duplicates: ({ claim: string; number: number | null })[] })[]; note: string; files: ClaimFile[]; steps: ({ at: At; by: string | null; step: 'sent' | 'approved' | 'returned' | 'refused' | 'withdrawn' | 'paid' | 'unpaid'; note: string })[]; budget_left: number | null; bank: { until: string | null; state: 'given' | 'unconfirmed' | 'missing' | 'not_agreed' | 'not_asked' | 'over' | 'left'; account: 'given' | 'missing' | 'unconfirmed' } | null; payout: number | null; rights: { edit: boolean; send: boolean; withdraw: boolean; share_bank: boolean; decide: boolean; see_files: boolean } };

export type ClaimChanges = { budget?: string | null; currency?: string; lines?: Lines; note?: string };

export type ClaimDecision = { decision: 'approve' | 'return' | 'refuse'; note?: string; budget?: string | null };

export type ClaimFile = { id: string; type: 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf'; bytes: number; created_at: string };

export type ClaimPage = { data: ClaimSummary[]; next: Next; total?: Total };

export type ClaimSubmission = { note?: string; share_bank?: boolean };

export type ClaimSummary = { id: string; number: number | null; person: Person | null; kind: 'travel' | 'expense'; state: 'draft' | 'sent' | 'returned' | 'refused' | 'withdrawn' | 'approved' | 'in_payout' | 'paid'; form: string | null; budget: string | null; currency: string; claimed: number; cap: number | null; amount: number; what: string; line_count: number; file_count: number; changed_at: string; sent_at: string | null; decided_at: string | null; paid_at: string | null; duplicates: boolean };

export type ClaimTotals = { data: ({ state: 'sent' | 'returned' | 'refused' | 'withdrawn' | 'approved' | 'in_payout' | 'paid'; currency: string; claims: number; amount: number })[] };

export type CodeSignIn = { email: string; code: string };

export type Colours = { light: string; dark: string };

export type ConfirmDays = number | null;

export type ConfirmationQuestion = { pid: string; project: string; timezone: string; starts_at: string; task_count: number };

export type ConfirmationQuestionPage = { data: ConfirmationQuestion[]; next: Next };

export type Conflicts = ({ id: Id; pid: string; title: string })[];

export type Contact = { phone: Phone; handles: Handles; visible_to: 'owners' | 'chiefs' | 'team' };

export type ContactDetails = { phone: Phone; handles: Handles };

export type Counts = { value: string | boolean; label: string; count: number | null; forecast: { expected: number; low: number; high: number } | null };

export type Coverage = { day: string; timezone: string; by: 'team' | 'kind' | 'place'; step: number; no_show_percent: number; no_show_known: boolean; groups: ({ id: string | null; name: string | null; slots: ({ at: string; min: number; capacity: number; joined: number; arrived: number; absent: number; missing: number; expected: number })[] })[] };

export type CreateExchangeCredentialsRequest = { scope?: 'private:read'; project?: string; scopes?: ('project:read' | 'people:read' | 'contacts:read' | 'teams:write' | 'invitations:write' | 'tasks:read' | 'tasks:write' | 'forms:read' | 'messages:send' | 'changes:read' | 'desk')[] } | null;

export type CreateMessageRequest = { audience: MessageAudience; subject: string; body: Body; reply_to?: string | null; send_at?: string | null };

export type CreatedAt = string;

export type CreatedDevice = { id: string; name: string; purpose: 'desk' | 'screen'; tids: string[] | null; created_at: CreatedAt; expires_at: string; last_seen_at: string | null; active: boolean; token: string; link: string; svg: string };

export type CreatedSeries = { step: Step; series: TaskSeries | null; tasks: PlannedTask[] };

export type CreatedServiceAccount = { id: string; name: string; scopes: Scopes; prefix: string; created_by: string | null; created_by_name: string | null; created_at: string; last_used_at: LastUsedAt; ends_at: string; active: boolean; token: string };

export type CreatedTasks = { step: Step; tasks: PlannedTask[] };

export type CreatedWebhook = { id: string; url: Url; kinds: WebhookKind[]; active: boolean; disabled_for: 'paused' | 'failing' | 'gone' | 'not_allowed' | null; failing_since: string | null; old_secret_until: string | null; created_at: string; secret: string };

export type CrossTable = { rows: string; columns: string; data: ({ value: string | boolean; label: string; counts: Counts[]; sum: number })[]; sums: number[]; sum: number };

export type Cuts = Options[];

export type Dashboard = { pid: Pid; people: number; members: number; applications: ({ tid: string; name: string; count: number })[]; applied_teams: number; invitations: { open: number; ending: number; held: number; members: number }; claims: number; travel: ({ form: string; title: string; count: number })[]; tasks: { short: number; places: number; missing: number; next: ({ id: string; title: string; team: string | null; starts_at: From; ends_at: Until; capacity: number; attendee_count: number; min_people: number })[] }; sign_ups: { places: number; days: ({ day: string; taken: number })[] }; new: { people: number; places: number; answers: number }; teams_without_chief: ({ tid: string; name: string })[]; teams_without_chief_count: number; missing_answers: ({ form: string; title: string; closes_at: string | null; count: number })[]; open_loans: number; recent: { count: number; since: string; data: AuditRecord[] } };

export type Days = string[];

export type DecisionResults = { results: ({ uid: string; tid: string; result: 'decided' | 'noted' | 'team_full' | 'changed' | 'note_changed' | 'withdrawn' | 'not_found'; current: 'accepted' | 'waiting' | 'declined' | null })[] };

export type Decisions = { decisions: ({ uid: string; tid: Tid; decision?: 'accept' | 'wait' | 'decline'; note?: string; seen_note?: string; seen?: 'accepted' | 'waiting' | 'declined' | null })[] };

export type DeclaredSkills = { skills: string[] };

export type Delivery = { state: 'read' | 'sent' | 'waiting' | 'unknown' | 'unreached'; kind: string; created_at: At; read_at: string | null; email: DeliveryChannel; device: DeliveryChannel };

export type DeliveryChannel = { state: 'sent' | 'waiting' | 'failed' | 'unknown' | 'off'; at: string | null; reason: string | null };

export type Desk = { at: string; next: string; whole: boolean; tasks: DeskTask[]; people: DeskPerson[]; removed_tasks: string[]; removed_people: string[]; project?: { name: string; timezone: string; key: string }; hand_outs?: DeskHandOut[]; things?: DeskThing[]; device?: string; tids?: string[] | null };

export type DeskHandOut = { id: string; name: string; kind?: 'item' | 'loan'; variants?: { form_kind: string; questions: ({ key: string; label: string; options: ({ value: string; label: string })[] })[] }; left?: ({ variant: string[]; count: number })[] };

export type DeskPerson = { uid: string; name: string; teams?: string[]; tasks: ({ id: string; state: 'joined' | 'arrived' | 'done' | 'left_early' | 'no_show'; arrived_at: string | null; left_at: string | null })[]; hand_outs: ({ id: string; given_at: string | null; due?: number; variant?: string[] })[]; on_site?: boolean };

export type DeskTask = { id: string; title: string; place: string | null; starts_at: string; ends_at: Until };

export type DeskThing = { id: string; hand_out: string; label: string; barcode: string; condition: 'ok' | 'broken' | 'lost'; lent_at: string | null; holder: { uid: string; name: string } | null };

export type Device = { id: string; name: string; purpose: 'desk' | 'screen'; tids: string[] | null; created_at: CreatedAt; expires_at: string; last_seen_at: string | null; active: boolean };

export type DevicePage = { data: Device[]; next: Next };

export type DietaryHabit = { code: 'meat' | 'no_beef' | 'no_pork' | 'vegetarian' | 'vegan' | 'halal' | 'allergy_peanut_bean' | 'allergy_onion_garlic' | 'allergy_seafood' | 'allergy_nuts' | 'allergy_egg' | 'allergy_gluten' | 'allergy_lactose'; labels: { en: string; de: string; ja: string; 'zh-CN': string; 'zh-TW': string } };

export type DietaryHabitPage = { data: DietaryHabit[]; next: Next };

export type DietaryHabits = { selected: ('meat' | 'no_beef' | 'no_pork' | 'vegetarian' | 'vegan' | 'halal' | 'allergy_peanut_bean' | 'allergy_onion_garlic' | 'allergy_seafood' | 'allergy_nuts' | 'allergy_egg' | 'allergy_gluten' | 'allergy_lactose')[]; note: string };

export type Document = { id: string; pid: string; title: string; required_for: RequiredFor; kind_ids: string[]; grants_skill: string | null; valid_months: number | null; version: number; published_at: string; created_at: string; signature: Signature | null; can_sign: boolean; to_sign: boolean; body: string; changes: string; original?: { title?: string; body?: string } };

export type DocumentChanges = { title?: string; required_for?: RequiredFor; kind_ids?: string[]; grants_skill?: string | null; valid_months?: number | null };

export type DocumentSummary = { id: string; pid: string; title: string; required_for: RequiredFor; kind_ids: string[]; grants_skill: string | null; valid_months: number | null; version: number; published_at: string; created_at: string; signature: Signature | null; can_sign: boolean; to_sign: boolean; original?: { title?: string } };

export type DocumentVersion = { version: number; changes: string; hash: string; published_at: string; body: string };

export type DocumentVersions = { data: ({ version: number; changes: string; hash: string; published_at: string })[] };

export type Documents = { data: DocumentSummary[] };

export type DuePayments = { data: DuePerson[]; more: boolean };

export type DuePerson = { person: Person | null; currency: string; amount: number; bank: 'given' | 'unconfirmed' | 'missing' | 'not_agreed' | 'not_asked' | 'over' | 'left'; claims: ({ id: string; number: number; amount: number; bank: 'given' | 'unconfirmed' | 'missing' | 'not_agreed' | 'not_asked' | 'over' | 'left' })[] };

export type EarlierApplications = { data: ({ pid: string; project: string; tid: string; team: string; state: 'sent' | 'accepted' | 'waiting' | 'declined' | 'withdrawn' | 'lapsed'; note: string })[] };

export type EarnedPeople = { data: EarnedPerson[]; next: Next; total?: Total };

export type EarnedPerson = { uid: string; name: string; entitled: number; given: number; variant: string[] | null };

export type EmailChangeRequest = { email: string; language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' };

export type EmailChangeRequested = { message: string };

export type EmailConfirmation = { token: string };

export type EmailReversal = { code: string };

export type Emergency = { contacts: ({ name: string; relation: string; phone: Phone })[]; note: string };

export type EmergencyOf = { uid: string; name: string; emergency: Emergency; updated_at: string | null };

export type En = Record<string, string>;

export type ErrorCatalogue = { data: ({ code: string; status: number; title: string })[] };

export type ExchangeCredentials = { username: string; password: string; expires_at: string };

export type Field = { key: string; label: string; help: string; type: 'text' | 'choice' | 'choices' | 'number' | 'date' | 'yes_no'; required: boolean; private: boolean; purpose: string | null; erase_after: string | null; options: ({ value: string; label: string })[] | null; max_length: number | null; minimum: number | null; maximum: number | null; only_when: { field: string; values: (string | boolean)[] } | null; computed: boolean; added_at: string | null };

export type FieldTotal = { key: string; label: string; type: 'text' | 'choice' | 'choices' | 'number' | 'date' | 'yes_no'; private: boolean; answered: number | null; counts: Counts[] | null; sum: number | null; sums: ({ currency: string; amount: number })[] | null };

export type Fields = ({ key: string; label: string; help?: string; type: 'text' | 'choice' | 'choices' | 'number' | 'date' | 'yes_no'; required?: boolean; private?: boolean; purpose?: string | null; erase_after?: string | null; options?: Options[]; max_length?: number; minimum?: number; maximum?: number; only_when?: { field: string; values: (string | boolean)[] } | null })[];

export type Form = { pid: string; form: string; kind: 'shirt_size' | 'stay' | 'accommodation' | 'meals' | 'travel_money' | 'parking' | 'certificate' | 'appreciation' | 'application' | 'custom'; title: string; description: string; audience: Audience; tids: string[]; opens_at: string | null; closes_at: string | null; remind_days: RemindDays; enabled: boolean; open: boolean; answered: boolean; response_count: number | null; left_count: number | null; passes_on: ('bank' | 'address' | 'real_profile')[]; passes_until: string | null; created_at: string; rights: Rights; fields: Field[]; schema: Record<string, unknown>; original?: { title?: string; description?: string; fields?: Field[] } };

export type FormChanges = { title?: string; description?: string; audience?: Audience; tids?: string[]; opens_at?: string | null; closes_at?: string | null; remind_days?: RemindDays; enabled?: boolean; fields?: Fields; days?: Days; meals?: ('breakfast' | 'lunch' | 'dinner' | 'snack')[]; choices?: Choices; cuts?: Cuts; erase_after?: string; passes_on?: ('bank' | 'address' | 'real_profile')[]; passes_until?: string };

export type FormEntry = { pid: string; form: string; kind: 'shirt_size' | 'stay' | 'accommodation' | 'meals' | 'travel_money' | 'parking' | 'certificate' | 'appreciation' | 'application' | 'custom'; title: string; description: string; audience: Audience; tids: string[]; opens_at: string | null; closes_at: string | null; remind_days: RemindDays; enabled: boolean; open: boolean; answered: boolean; response_count: number | null; left_count: number | null; passes_on: ('bank' | 'address' | 'real_profile')[]; passes_until: string | null; created_at: string; rights: Rights; original?: { title?: string; description?: string } };

export type FormKindEntry = { kind: 'shirt_size' | 'stay' | 'accommodation' | 'meals' | 'travel_money' | 'parking' | 'certificate' | 'appreciation' | 'application' | 'custom'; days: boolean; choices: string | null; erase_after: boolean; suggested_disclosure: ('bank' | 'address' | 'real_profile')[]; fields: Field[] };

export type FormKindPage = { data: FormKindEntry[]; next: Next };

export type FormPage = { data: FormEntry[]; next: Next };

export type FormTotals = { pid: string; form: string; people: number; answered: number; not_answered: number; outside: number; left: number; changes_until: string | null; fields: FieldTotal[]; table: CrossTable | null };

export type FormerPerson = { uid: string; name: string; state: State; in_project: boolean; applied: boolean; invited: boolean; asker: { uid: string; name: string } | null; note: string; asked_at: string | null; years: number; last: { pid: string; project: string; teams: ({ name: string; role: 'member' | 'chief' })[]; shifts: number }; tid: string | null };

export type FormerPersonPage = { data: FormerPerson[]; next: Next; total?: Total; counts?: { to_ask: number; asked: number; yes: number; no: number }; askers?: MissingPerson[] };

export type From = string;

export type GivenHandOut = { id: string; uid: string; name: string; variant: string[]; given_at: string; device: string | null; reason: string };

export type GivenHandOutPage = { data: GivenHandOut[]; next: Next };

export type GivenPlace = { task: { id: string; title: string; starts_at: From; ends_at: Until }; from: MissingPerson; created_at: string; to_caller: boolean };

export type GivenPlacePage = { data: GivenPlace[]; next: Next; total?: Total };

export type Grant = { id: string; uid: string; name: string; role: Role; tid: string | null; team: string | null; from: From; until: string; reason: string; granted_by: string | null; granted_by_name: string | null; state: 'coming' | 'active' | 'ended'; rights: { change: boolean } };

export type GrantChange = { until: string };

export type GrantPage = { data: Grant[]; next: Next };

export type GrantsSkill = string | null;

export type Group = { group: string; kind: 'staff' | 'chiefs' | 'team' | 'team_chiefs'; tid: string | null; team: string | null; mailing_list: string | null; count: number };

export type GroupConsent = { pid: string; project_name: string; agreed_at: string };

export type GroupConsentPage = { data: GroupConsent[]; next: Next };

export type GroupDifference = { id: string; uid: string | null; name: string | null; action: 'add' | 'remove' | 'found' | 'left'; outcome: string; at: string };

export type GroupDifferencePage = { data: GroupDifference[]; next: Next; total?: Total };

export type GroupPage = { data: Group[]; next: Next };

export type GroupPerson = { uid: string; name: string; email: string };

export type GroupPersonPage = { data: GroupPerson[]; next: Next };

export type GroupServer = { id: string; kind: 'mailman' | 'mattermost'; url: string; active: boolean; disabled_for: 'paused' | 'failing' | 'not_allowed' | null; failing_since: string | null; tried_at: string | null; outcome: string | null; created_at: CreatedAt };

export type GroupServerChanges = { url?: string; username?: string; secret?: string; active?: boolean };

export type GroupServerPage = { data: GroupServer[]; next: Next };

export type Guardian = { name: string; email: string; state: 'asked' | 'agreed' | 'declined' | 'withdrawn'; asked_at: string; answered_at: string | null };

export type GuardianAnswer = { code: string; agrees: boolean };

export type GuardianCode = { code: string };

export type GuardianConsent = { project: string; starts_on: string | null; ends_on: string | null; place: string; person: string; guardian: string; adult_age: number | null; latest_end: string | null; state: 'asked' | 'agreed' | 'declined' | 'withdrawn'; answered_at: string | null };

export type HandOut = { id: string; name: string; kind: 'item' | 'code' | 'loan'; audience: HandOutAudience; variant_field: VariantField | null; per_person: number | null; earned: HandOutRule | null; given: number; available: number | null; not_counted: number; variants: ({ variant: string[]; stock: number | null; given: number })[] };

export type HandOutAudience = { everyone?: true; tids?: string[]; form?: string; field?: string; values?: string[] };

export type HandOutChanges = { name?: string; audience?: HandOutAudience; variant_field?: VariantField | null; per_person?: number | null; earned?: HandOutRule | null; stock?: Stock | null };

export type HandOutRule = { min_hours?: number; per_hours?: number; day?: string; task_kinds?: string[] };

export type HandOuts = { data: HandOut[] };

export type Handles = ({ service: string; name: string })[];

export type HeldCertificate = { number: string; name: string; minutes: number; issued_at: string };

export type HelpAnswer = { answer: 'yes' | 'no' };

export type HelpAsked = { asked: number };

export type HelpCandidates = { count: number };

export type HelpOffer = { uid: string; name: string; teams: Teams; skills: string[]; hours: number | null; text: string; until: string; has_cv: boolean; invited: ({ tid: string; state: 'open' | 'declined' })[]; updated_at: string };

export type HelpOfferInvitations = { uids: string[]; language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' };

export type HelpOfferPage = { data: HelpOffer[]; next: Next; total?: Total };

export type HelpOffersInvited = { data: ({ uid: string; outcome: 'invited' | 'already_invited' | 'declined' | 'too_many_mails' | 'not_found' })[]; mail: Mail };

export type HelpRequest = { uid: string; name: string; asked_at: string; answer: 'yes' | 'no' | null; joined: boolean };

export type HelpRequestPage = { data: HelpRequest[]; next: Next };

export type HelpResult = { answer: 'yes' | 'no'; joined: boolean };

export type HoursPage = { data: HoursRow[]; next: Next };

export type HoursRow = { uid: string; name: string; minutes: number; tasks: number; not_checked_in: number; by_themselves: number; no_shows: number; certificate: HeldCertificate | null; wants_certificate: boolean };

export type HoursStatement = { uid: string; name: string; minutes: number; entries: ({ kind: 'task' | 'work'; id: string; title: string; tid: string | null; team: string | null; starts_at: string; ends_at: string; arrived_at: string | null; left_at: string | null; state: 'done' | 'left_early' | 'no_show'; presumed: boolean; by_themselves: boolean; weight: number; minutes: number })[]; certificate: HeldCertificate | null; certifiable: number };

export type HoursStatistics = { projects: ({ pid: string; name: string; year: number; people: number; minutes: number; no_shows: number; new_people: number; returning_people: number; teams: ({ tid: string | null; name: string | null; people: number; minutes: number; no_shows: number })[] })[] };

export type HoursSummary = { people: number; certificates: number; uncertified: number; issuable: number; not_checked_in: number; outdated: number; unwanted: number; renewable: number };

export type Id = string;

export type Identity = { id: string; issuer: string; email: string; created_at: string; last_used_at: string };

export type IdentityPage = { data: Identity[]; next: Next };

export type Import = { id: string; kind: 'people' | 'answers'; form: string | null; state: 'running' | 'done' | 'stopped' | 'undone'; total: number; done: number; imported: number; created_by: string | null; created_at: string; undo_until: string };

export type ImportError = { line: number; column: string; code: 'unreadable' | 'no_lines' | 'too_many_lines' | 'missing_column' | 'repeated_column' | 'missing' | 'not_an_address' | 'not_text' | 'too_long' | 'formula' | 'encoding' | 'unknown_team' | 'disabled_team' | 'unknown_role' | 'unknown_language' | 'repeated' | 'not_asked' | 'not_an_answer'; detail: string };

export type ImportedAnswers = { import: Import | null; header: string[]; columns: (string | null)[]; questions: ({ column: string; label: string; required: boolean })[]; lines: ({ line: number; cells: string[] })[]; line_count: number; errors: ImportError[]; error_count: number; answers: number; left_out: { already_answered: number; not_asked: number; repeated: number }; unknown_people: number };

export type ImportedPeople = { import: Import | null; header: string[]; columns: ('email' | 'name' | 'given' | 'family' | 'phone' | 'team' | 'role' | 'language' | 'tags' | null)[]; lines: ({ line: number; cells: string[] })[]; line_count: number; errors: ImportError[]; error_count: number; people: number; left_out: { already_member: number; already_invited: number; declined: number; own_address: number; repeated: number }; teams: ({ tid: string; name: string; people: number; open_places: number | null; is_new: boolean })[]; unknown_teams: string[]; held: boolean; mail: Mail };

export type ImportedTasks = { step: Step; columns: string[]; lines: ({ line: number; cells: string[] })[]; errors: ({ line: number; column: string; code: 'unreadable' | 'no_lines' | 'too_many_lines' | 'unknown_column' | 'repeated_column' | 'missing_column' | 'missing' | 'too_long' | 'not_text' | 'unknown_team' | 'other_team' | 'disabled_team' | 'unknown_kind' | 'unknown_place' | 'not_a_day' | 'ambiguous_day' | 'other_weekday' | 'outside' | 'not_a_time' | 'ends_first' | 'not_a_number' | 'minimum_above_capacity'; detail: string })[]; tasks: PlannedTask[] };

export type Imports = { data: Import[] };

export type InspectedLink = { email: string; name: string; confirm: boolean };

export type Invitation = { id: string; tid: string; email: string; offer: boolean; name: string; role: 'member' | 'chief' | 'owner'; language: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' | null; invited_by: string | null; held: boolean; held_because: 'not_public' | 'team_disabled' | 'sender' | 'mailbox' | null; sent_at: string; reminded_at: string | null; reminders: number; expires_at: string; state: 'open' | 'not_sent' | 'accepted' | 'declined' | 'expired'; ended_at: string | null };

export type InvitationPage = { data: Invitation[]; next: Next; total?: Total; counts?: { open: number; not_sent: number; accepted: number; declined: number; expired: number }; due?: number };

export type Invited = { data: ({ email: string; outcome: 'invited' | 'recently_invited' | 'too_many_mails' | 'repeated' | 'already_member' | 'already_invited' | 'declined' | 'own_address' | 'invalid' | 'too_many_invitations' })[]; mail: Mail; held: boolean };

export type JoinDecision = { approved: boolean };

export type JoinRequest = { task: string; title: string; tid: string | null; starts_at: string; ends_at: Until; attendee_count: number; capacity: number; uid: string; name: string; note: string; created_at: string; refusal: 'task_overlap' | 'not_qualified' | 'document_missing' | 'not_possible' | 'too_little_rest' | 'works_too_long' | null };

export type JoinRequestPage = { data: JoinRequest[]; next: Next; total?: Total };

export type JoinTaskRequest = { wait?: boolean; note?: string } | null;

export type Joining = 'open' | 'approval' | 'planners';

export type Kind = string | null;

export type Kinds = 'project.changed' | 'owner.added' | 'owner.removed' | 'grant.given' | 'grant.changed' | 'grant.ended' | 'team.created' | 'team.changed' | 'team.disabled' | 'team.enabled' | 'member.added' | 'member.removed' | 'person.tagged' | 'person.noted' | 'ask_again.changed' | 'listing.chosen' | 'thanks.changed' | 'thanks.chosen' | 'thanks.hidden' | 'person.changed' | 'invitation.created' | 'invitation.sent' | 'invitation.revoked' | 'invitation.declined' | 'application.sent' | 'application.changed' | 'application.withdrawn' | 'application.waiting' | 'application.declined' | 'applications.decided' | 'applications.noted' | 'applications.published' | 'applications.expired' | 'chief.added' | 'chief.removed' | 'task.created' | 'task.changed' | 'task.removed' | 'attendance.added' | 'attendance.removed' | 'attendance.confirmed' | 'waiting.added' | 'waiting.removed' | 'place.held' | 'place.released' | 'offer.made' | 'offer.withdrawn' | 'offer.declined' | 'help.asked' | 'help.answered' | 'request.sent' | 'request.withdrawn' | 'request.declined' | 'helper.added' | 'helper.removed' | 'places.changed' | 'skills.changed' | 'person.skills_changed' | 'task_kinds.changed' | 'attendance.marked' | 'work.added' | 'work.decided' | 'work.removed' | 'site.entered' | 'site.left' | 'handouts.changed' | 'handout.given' | 'handout.taken_back' | 'thing.lent' | 'thing.returned' | 'thing.undone' | 'code.assigned' | 'rooms.changed' | 'room.assigned' | 'certificate.issued' | 'certificate.revoked' | 'groups.agreed' | 'groups.withdrawn' | 'translations.changed' | 'announcement.created' | 'announcement.changed' | 'announcement.removed' | 'document.created' | 'document.changed' | 'document.published' | 'document.removed' | 'document.signed' | 'availability.changed' | 'form.created' | 'form.changed' | 'form.removed' | 'response.saved' | 'response.removed' | 'consent.ended' | 'consent.withdrawn' | 'answers.expired' | 'responses.expired' | 'budgets.changed' | 'claim.changed' | 'claim.sent' | 'claim.withdrawn' | 'claim.approved' | 'claim.returned' | 'claim.refused' | 'claim.paid' | 'claim.unpaid' | 'payouts.changed' | 'payment.made' | 'payment.undone' | 'subsidies.changed' | 'person.suspended' | 'person.reinstated' | 'person.erased';

export type LastUsedAt = string | null;

export type LatestCertificateBatch = { batch: CertificateBatch | null };

export type LeadingProject = { pid: Pid };

export type LeftProject = { pid: string; name: string; helped: boolean; worked: boolean; forms: ({ form: string; title: string })[] };

export type LeftProjectPage = { data: LeftProject[]; next: Next };

export type Lines = ({ date?: string; what?: string; amount?: number; amount_text?: string; file?: string | null })[];

export type LinkRequest = { email: string; language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW'; next?: string };

export type LinkRequested = { message: string; mail: Mail };

export type ListedCode = { id: string; code: string; person: { uid: string; name: string } | null; assigned_at: string | null };

export type ListedCodePage = { data: ListedCode[]; next: Next; total?: Total };

export type ListedProject = { pid: Pid; name: Name; description: string; starts_on: string | null; ends_on: string | null; timezone: string; state: 'draft' | 'public' | 'archived'; listing: Listing; confirm_days: ConfirmDays; wishes: number; decisions: 'at_once' | 'together'; adult_age: AdultAge; minors_latest_end: MinorsLatestEnd; min_hours: number | null; place: string; colour: string | null; call_opens_at: string | null; call_closes_at: string | null; colours: Colours | null; picture: Picture | null; leading_since: string | null; created_at: string; rights: ProjectRights; original?: Original; open_tasks: boolean };

export type Listing = 'everyone' | 'agreed' | 'nobody';

export type LostPlace = { uid: string; name: string; task: string; title: string; starts_at: string; reason: 'task_removed' | 'task_overlap' | 'not_qualified' | 'document_missing' | 'not_possible' | 'too_little_rest' | 'works_too_long'; rule: { kind: string; minutes: number } | null };

export type MadePayments = { data: ({ uid: string; outcome: 'paid' | 'already_paid' | 'changed' | 'no_amount' | 'unconfirmed' | 'claimed' })[] };

export type Mail = 'smtp' | 'files';

export type Me = { uid: string; email: string; email_hash: string; name: string; listing: 'public' | 'keyed' | 'hidden'; roles: 'administrator'[]; projects: OwnProject[]; disabled_teams: ({ pid: string; project: string; tid: string; team: string; role: 'chief' | 'member' })[]; missing: ('name' | 'real_profile' | 'address' | 'bank' | 'dietary_habits')[]; needed: ({ record: 'bank' | 'address' | 'real_profile'; forms: ({ pid: string; form: string; title: string })[] })[]; bank_unconfirmed_since: string | null; missing_forms: WaitingForm[]; waiting_applications: WaitingApplications[]; unread_notices: number; rights_withheld: boolean; signed_in_at: string | null };

export type MemberListing = { data: TeamEntry[] };

export type Message = { id: string; state: 'draft' | 'scheduled' | 'sending' | 'sent' | 'cancelled'; stopped: 'not_allowed' | 'empty_audience' | 'project_closed' | null; subject: string; sender: { uid: string; name: string } | null; send_at: string | null; started_at: string | null; ended_at: string | null; created_at: string; progress: MessageProgress; audience: MessageAudience; body: Body; reply_to: string | null; rights: { edit: boolean; cancel: boolean; resend: boolean } };

export type MessageAudience = { everyone?: boolean; roles?: ('owner' | 'chief' | 'member' | 'helper')[]; tids?: Tid[]; tasks?: string[]; day?: string; form?: { slug: string; answered: boolean }; applications?: { state: 'sent' | 'waiting' | 'accepted' | 'declined'; tid?: Tid }; without_tasks?: boolean; incomplete?: boolean; thanks?: boolean; tags?: string[]; open_loans?: boolean; uids?: string[] };

export type MessagePage = { data: MessageSummary[]; next: Next };

export type MessageProgress = { total: number; waiting: number; sending: number; sent: number; skipped: number; refused: number; failed: number; in_doubt: number; cancelled: number };

export type MessageRecipient = { uid: string | null; name: string | null; state: 'waiting' | 'sending' | 'sent' | 'skipped' | 'refused' | 'failed' | 'in_doubt' | 'cancelled'; reason: string | null; changed_at: string; delivery: Delivery | null; contact?: ContactDetails };

export type MessageRecipientPage = { data: MessageRecipient[]; next: Next; read: number; unreached: number };

export type MessageSummary = { id: string; state: 'draft' | 'scheduled' | 'sending' | 'sent' | 'cancelled'; stopped: 'not_allowed' | 'empty_audience' | 'project_closed' | null; subject: string; sender: { uid: string; name: string } | null; send_at: string | null; started_at: string | null; ended_at: string | null; created_at: string; progress: MessageProgress };

export type MessageText = { subject: string; body: string };

export type MinorsLatestEnd = string | null;

export type MissingPerson = { uid: string; name: string };

export type MissingPersonPage = { data: MissingPerson[]; next: Next };

export type MoneySettings = { payer_name: string; payer_iban: string; payer_bic: string; travel_pays: 'fixed' | 'receipts'; travel_budget: string | null };

export type MyApplication = { pid: string; state: 'sent' | 'accepted' | 'waiting' | 'declined' | 'withdrawn' | 'lapsed' | null; wishes: string[]; message: string; answers: Record<string, Record<string, unknown>>; teams: ({ tid: string; name: string; state: 'sent' | 'accepted' | 'waiting' | 'declined' | 'withdrawn' | 'lapsed' })[]; applied_at: string | null; rights: { apply: boolean; withdraw: boolean } };

export type MyDay = { at: string; timezone: string; tasks: MyDayTask[]; code: string };

export type MyDayTask = { id: string; title: string; team: string | null; place: string | null; map_url: string | null; starts_at: string; ends_at: Until; state: 'joined' | 'arrived' | 'done' | 'left_early' | 'no_show'; offering: boolean; can_leave: boolean; description: string; briefing: string; people: string[]; chiefs: ({ name: string; contact?: ContactDetails })[]; mailing_list: string };

export type MyGroups = { agreed_at: string | null; groups: ({ kind: 'mailman' | 'mattermost'; host: string; target_kind: 'list' | 'team' | 'channel'; target: string; group: string; team: string | null; state: 'added' | 'waiting' | 'left' | 'no_account' | 'refused' | 'off'; synced: boolean })[] };

export type MyGroupsChoice = { agrees: boolean };

export type MyRoom = { needs_bed: boolean; rooms: ({ name: string; kind: 'women' | 'men' | 'mixed'; nights: string[]; mates: ({ name: string; nights: string[] })[] })[]; wishes: ({ uid: string; name: string; mutual: boolean })[]; swaps: ({ id: string; name: string; by_me: boolean; room: string | null })[] };

export type Name = string;

export type NewAllocation = { tids?: string[]; days?: string[]; keep?: boolean; fill_all?: boolean; max_hours_per_day?: number };

export type NewAnnouncement = { title: string; body: string; tid?: string | null; audience?: 'public' | 'people'; pinned_until?: string | null; translations?: { en?: En; de?: En; ja?: En; 'zh-CN'?: En; 'zh-TW'?: En } };

export type NewApplication = { message?: string; language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' };

export type NewAvailability = { unavailable: ({ from: string; to: string })[]; max_hours?: number | null; preferred_kinds?: string[]; preferred_teams?: string[] };

export type NewBudgets = { budgets: ({ code: string; name: string; tid: string | null; amount: number; currency: string })[] };

export type NewCertificate = { replace?: boolean };

export type NewChatChannel = { tid?: string | null; name: string; url: string; format?: 'slack' | 'mattermost' | 'discord' | 'matrix'; topics: Topics; language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' };

export type NewClaim = { kind?: 'travel' | 'expense'; budget?: string | null; currency: string; lines?: Lines };

export type NewCodes = { codes: string[] };

export type NewDevice = { name: string; purpose?: 'desk' | 'screen'; tids?: string[] | null };

export type NewDocument = { title: string; body: string; required_for: RequiredFor; kind_ids?: string[]; grants_skill?: string | null; valid_months?: number | null };

export type NewForm = { form: string; kind: 'shirt_size' | 'stay' | 'accommodation' | 'meals' | 'travel_money' | 'parking' | 'certificate' | 'appreciation' | 'application' | 'custom'; title: string; description?: string; audience?: Audience; tids?: string[]; opens_at?: string | null; closes_at?: string | null; remind_days?: RemindDays; enabled?: boolean; fields?: Fields; days?: Days; meals?: ('breakfast' | 'lunch' | 'dinner' | 'snack')[]; choices?: Choices; cuts?: Cuts; erase_after?: string; passes_on?: ('bank' | 'address' | 'real_profile')[]; passes_until?: string };

export type NewGrant = { uid?: string; email?: string; role: Role; tid?: string; from?: string; until?: string; reason: string };

export type NewGroupServer = { kind: 'mailman' | 'mattermost'; url: string; username?: string; secret: string };

export type NewGuardian = { name: string; email: string; language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' };

export type NewHandOut = { name: string; kind?: 'item' | 'code' | 'loan'; audience: HandOutAudience; variant_field?: VariantField | null; per_person?: number | null; earned?: HandOutRule | null; stock?: Stock | null };

export type NewHelpRequest = { people: number };

export type NewInvitations = { emails: string[]; names?: string[]; language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW'; role?: 'member' | 'chief' | 'owner' };

export type NewMembers = { people: ({ uid?: string; email?: string })[]; partial?: boolean };

export type NewMyApplication = { wishes: Tid[]; message?: string; answers?: Record<string, Record<string, unknown>>; language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' };

export type NewPasskey = { name: string; credential: { id: string; type: 'public-key'; response: { clientDataJSON: string; attestationObject: string; transports?: string[] } } };

export type NewPayments = { batch?: string; people: ({ uid: string; amount: number; currency: string })[] };

export type NewPayout = { claims: string[]; method: 'transfer' | 'other'; title?: string };

export type NewPicture = { data: string; alt: string };

export type NewPlace = { name: string; map_url?: string };

export type NewPlaceOffer = { to?: string; for?: string };

export type NewPlacements = { placements: ({ uid: string; room: string; nights: string[] })[] };

export type NewProject = { pid: Pid; name: Name; description?: string; starts_on?: string | null; ends_on?: string | null; timezone: string; state?: 'draft' | 'public' | 'archived'; listing?: Listing; confirm_days?: ConfirmDays; place?: string; colour?: string | null; owners?: string[]; copy_from?: string; copy_chiefs?: boolean };

export type NewPublication = { texts?: { accepted?: string; waiting?: string; declined?: string }; dry_run?: boolean };

export type NewRecoveryCodes = { codes: string[] };

export type NewResponse = { answers: Record<string, unknown>; passes_on?: ('bank' | 'address' | 'real_profile')[]; passes_until?: string };

export type NewRollCall = { after: string | null };

export type NewRollCallMarks = { marks: ({ uid: string; state: 'present' | 'missing' | 'open'; at: string })[]; sent_at?: string };

export type NewRoomPlace = { nights?: string[] };

export type NewRoomSwap = { uid: string };

export type NewRooms = { rooms: ({ name: string; beds: number; kind: 'women' | 'men' | 'mixed'; nights?: string[] })[] };

export type NewScans = { scans: ({ id: string; at: string; step: 'arrive' | 'leave' | 'no_show' | 'hand_out' | 'return' | 'on_site' | 'off_site' | 'undo'; code?: string; uid?: string; task?: string; hand_out?: string; variant?: string[]; barcode?: string; condition?: 'ok' | 'broken' | 'lost'; undoes?: string; reason?: string })[] };

export type NewServiceAccount = { name: string; scopes: Scopes; ends_at: string };

export type NewSignature = { version: number };

export type NewSkill = { name: string; description?: string; granted?: boolean; valid_months?: number | null };

export type NewSyncedGroup = { server: string; group: string; target_kind: 'list' | 'team' | 'channel'; target: string };

export type NewTask = { title: string; capacity: number; description?: string; category?: string; tid?: string | null; min_people?: number; place?: string | null; kind?: Kind; grants_skill?: GrantsSkill; visibility?: Visibility; joining?: Joining; opens_at?: OpensAt; briefing?: string; starts_at: string; ends_at: string };

export type NewTaskKind = { name: string; briefing?: string; requires?: Requires; min_age?: number | null; weight?: number; rest_minutes?: number; max_consecutive_minutes?: number | null; leave_until_hours?: number };

export type NewTaskSeries = { title: string; capacity: number; description?: string; category?: string; tid?: string | null; min_people?: number; place?: string | null; kind?: Kind; grants_skill?: GrantsSkill; visibility?: Visibility; joining?: Joining; opens_at?: OpensAt; briefing?: string; days: string[]; from: string; to: string; every_minutes?: number | null; at?: string[] | null; handover_minutes?: number };

export type NewTeam = { tid: Tid; name: string; description?: string; public_description?: PublicDescription; headcount?: number | null; mailing_list?: string; takes_applications?: boolean };

export type NewThing = { label: string; barcode?: string };

export type NewThings = { things: NewThing[] };

export type NewTrafficSubsidy = { amount: number };

export type NewTrafficSubsidyTable = { currency: string; data: TrafficSubsidy[] };

export type NewVersion = { body: string; changes: string };

export type NewWebhook = { url: Url; kinds?: Kinds[]; active?: boolean };

export type NewWork = { uid?: string; tid?: string | null; title: string; starts_at: string; ends_at: string };

export type Next = string | null;

export type Notice = { id: string; kind: 'task.added' | 'task.removed' | 'task.left' | 'task.offered' | 'task.changed' | 'task.cancelled' | 'task.reminder' | 'task.opened' | 'place.offered' | 'place.declined' | 'place.waiting' | 'help.asked' | 'help.accepted' | 'attendance.question' | 'request.received' | 'request.declined' | 'skill.granted' | 'skill.withdrawn' | 'skill.expiring' | 'guardian.answered' | 'hours.changed' | 'hours.work' | 'hours.claimed' | 'hours.unmarked' | 'certificate.ready' | 'certificate.revoked' | 'handout.earned' | 'room.assigned' | 'loan.open' | 'team.added' | 'team.removed' | 'team.left' | 'person.consent_lost' | 'team.disabled' | 'team.enabled' | 'role.changed' | 'grant.given' | 'grant.ending' | 'grant.ended' | 'deputy.ending' | 'deputy.ended' | 'application.received' | 'application.room' | 'application.accepted' | 'application.waiting' | 'application.declined' | 'application.lapsed' | 'invitation.received' | 'offer.ended' | 'invitation.accepted' | 'invitation.declined' | 'invitation.expired' | 'form.opened' | 'form.closing' | 'form.filled_in' | 'form.asks_more' | 'checklist.due' | 'document.asked' | 'document.renewed' | 'claim.approved' | 'claim.returned' | 'claim.refused' | 'claim.answered' | 'claim.paid' | 'claim.unpaid' | 'claim.receipts_needed' | 'claim.account_missing' | 'claim.account_changed' | 'payout.account_changed' | 'payment.made' | 'payment.undone' | 'chat.disabled' | 'webhook.disabled' | 'group_server.disabled' | 'groups.changed' | 'token.ending' | 'service_account.ending' | 'service_account.changed_roles' | 'announcement' | 'thanks.published' | 'thanks.hidden' | 'message' | 'security.sign_in_changed' | 'security.email_changed' | 'security.consent_given' | 'security.claim_shared' | 'security.bank_changed' | 'security.private_token' | 'security.administrators_changed' | 'security.roles_changed' | 'security.suspended' | 'security.reinstated'; pid: string | null; project: string | null; timezone: string | null; actor: string | null; previous: NoticeValues; values: NoticeValues; texts: ('task.added' | 'place.received.swapped' | 'place.received.waiting' | 'task.several.added' | 'task.removed' | 'place.given.taken' | 'place.given.swapped' | 'task.several.removed' | 'task.left' | 'task.offered' | 'task.changed.moved' | 'task.changed.placed' | 'task.changed.renamed' | 'task.changed.described' | 'task.cancelled' | 'task.several.cancelled' | 'task.reminder' | 'task.opened' | 'place.offered.waiting' | 'place.offered.hand_over' | 'place.offered.swap' | 'place.declined' | 'place.waiting.lapsed' | 'place.waiting.removed' | 'place.waiting.restored' | 'place.waiting.requested' | 'help.asked' | 'help.accepted' | 'attendance.question' | 'request.received' | 'request.declined' | 'skill.granted' | 'skill.granted_training' | 'skill.withdrawn' | 'skill.expiring' | 'guardian.answered.agreed' | 'guardian.answered.declined' | 'guardian.answered.withdrawn' | 'guardian.answered.outdated' | 'hours.changed.corrected' | 'hours.changed.no_show' | 'hours.changed.no_show_undone' | 'hours.work.added' | 'hours.work.approved' | 'hours.work.declined' | 'hours.work.removed' | 'hours.claimed' | 'hours.unmarked' | 'certificate.ready' | 'certificate.revoked' | 'handout.earned.item' | 'handout.earned.code' | 'room.assigned.room' | 'room.assigned.none' | 'room.assigned.asked' | 'loan.open' | 'team.added' | 'team.added_chief' | 'listing.shown' | 'listing.not_shown' | 'team.removed' | 'team.left' | 'team.left_erased' | 'team.left_suspended' | 'person.consent_lost' | 'team.disabled' | 'team.enabled' | 'role.changed.chief_added' | 'role.changed.chief_removed' | 'role.changed.owner_added' | 'role.changed.owner_removed' | 'grant.given' | 'grant.given_changed' | 'grant.ending' | 'grant.ended' | 'deputy.ending' | 'deputy.ended' | 'application.received' | 'application.room' | 'application.accepted' | 'application.waiting' | 'application.declined' | 'application.lapsed' | 'application.lapsed_over' | 'invitation.received' | 'invitation.received_chief' | 'invitation.received_owner' | 'offer.ended' | 'invitation.accepted' | 'invitation.declined' | 'invitation.expired' | 'form.opened' | 'form.closing' | 'form.filled_in' | 'form.asks_more' | 'checklist.due' | 'document.asked' | 'document.renewed' | 'claim.approved' | 'claim.returned' | 'claim.refused' | 'claim.answered' | 'claim.paid' | 'claim.unpaid' | 'claim.receipts_needed' | 'claim.account_missing' | 'claim.account_changed' | 'payout.account_changed' | 'payment.made' | 'payment.undone' | 'chat.disabled' | 'webhook.disabled' | 'group_server.disabled' | 'groups.changed' | 'token.ending' | 'service_account.ending' | 'service_account.changed_roles' | 'service_account.changed_roles_disabled' | 'service_account.changed_roles_enabled' | 'announcement.project' | 'announcement.team' | 'thanks.published' | 'thanks.hidden' | 'message' | 'security.sign_in_changed.passkey_added' | 'security.sign_in_changed.passkey_removed' | 'security.sign_in_changed.passkeys_reset' | 'security.sign_in_changed.recovery_codes_created' | 'security.sign_in_changed.recovery_code_used' | 'security.sign_in_changed.identity_linked' | 'security.sign_in_changed.identity_unlinked' | 'security.email_changed' | 'security.consent_given' | 'security.claim_shared' | 'security.bank_changed.confirmed' | 'security.bank_changed.unconfirmed' | 'security.bank_changed.removed' | 'security.private_token.created' | 'security.private_token.renewed' | 'security.administrators_changed.appointed' | 'security.administrators_changed.dismissed' | 'security.administrators_changed.granted' | 'security.roles_changed' | 'security.roles_changed_invited' | 'security.suspended' | 'security.reinstated' | 'reason')[]; link: string; created_at: At; read: boolean };

export type NoticePage = { data: Notice[]; next: Next; unread: number };

export type NoticeSettings = { mail: { 'task.added'?: boolean; 'task.removed'?: boolean; 'task.left'?: boolean; 'task.offered'?: boolean; 'task.changed'?: boolean; 'task.cancelled'?: boolean; 'task.reminder'?: boolean; 'task.opened'?: boolean; 'place.offered'?: boolean; 'place.declined'?: boolean; 'place.waiting'?: boolean; 'help.asked'?: boolean; 'help.accepted'?: boolean; 'attendance.question'?: boolean; 'request.received'?: boolean; 'request.declined'?: boolean; 'skill.granted'?: boolean; 'skill.withdrawn'?: boolean; 'skill.expiring'?: boolean; 'guardian.answered'?: boolean; 'hours.changed'?: boolean; 'hours.work'?: boolean; 'hours.claimed'?: boolean; 'hours.unmarked'?: boolean; 'certificate.ready'?: boolean; 'certificate.revoked'?: boolean; 'handout.earned'?: boolean; 'room.assigned'?: boolean; 'loan.open'?: boolean; 'team.added'?: boolean; 'team.removed'?: boolean; 'team.left'?: boolean; 'person.consent_lost'?: boolean; 'team.disabled'?: boolean; 'team.enabled'?: boolean; 'role.changed'?: boolean; 'grant.given'?: boolean; 'grant.ending'?: boolean; 'grant.ended'?: boolean; 'deputy.ending'?: boolean; 'deputy.ended'?: boolean; 'application.received'?: boolean; 'application.room'?: boolean; 'application.accepted'?: boolean; 'application.waiting'?: boolean; 'application.declined'?: boolean; 'application.lapsed'?: boolean; 'offer.ended'?: boolean; 'invitation.accepted'?: boolean; 'invitation.declined'?: boolean; 'invitation.expired'?: boolean; 'form.opened'?: boolean; 'form.closing'?: boolean; 'form.filled_in'?: boolean; 'form.asks_more'?: boolean; 'checklist.due'?: boolean; 'document.asked'?: boolean; 'document.renewed'?: boolean; 'claim.approved'?: boolean; 'claim.returned'?: boolean; 'claim.refused'?: boolean; 'claim.answered'?: boolean; 'claim.paid'?: boolean; 'claim.unpaid'?: boolean; 'claim.receipts_needed'?: boolean; 'claim.account_missing'?: boolean; 'claim.account_changed'?: boolean; 'payout.account_changed'?: boolean; 'payment.made'?: boolean; 'payment.undone'?: boolean; 'chat.disabled'?: boolean; 'webhook.disabled'?: boolean; 'group_server.disabled'?: boolean; 'groups.changed'?: boolean; 'token.ending'?: boolean; 'service_account.ending'?: boolean; 'service_account.changed_roles'?: boolean; announcement?: boolean; 'thanks.published'?: boolean; 'thanks.hidden'?: boolean; message?: boolean }; push: Push; digest: 'off' | 'daily' | 'weekly'; quiet_hours: QuietHours | null; timezone: string | null };

export type NoticeValues = { title?: string; tasks?: number; invitations?: number; starts_at?: string; ends_at?: string; description?: string; place?: string; team?: string; role?: 'member' | 'chief' | 'owner' | null; part?: 'finance' | 'recruiting' | 'desk' | 'writer' | 'safety' | 'viewer' | 'chief'; form?: string; closes_at?: string; amount?: number; currency?: string; hours?: number; listing?: 'shown' | 'not_shown' | 'no_list'; change?: string; what?: string; reason?: string; text?: string };

export type Now = { at: string; tasks: NowTask[]; more: boolean; people: NowPerson[] };

export type NowPerson = { uid: string; name: string; email?: string; contact?: ContactDetails };

export type NowTask = { id: string; title: string; team: string | null; place: string | null; starts_at: string; ends_at: Until; min_people: number; unreached: number; people: ({ uid: string; state: 'joined' | 'arrived' | 'done' | 'left_early' | 'no_show'; joined_at: string; arrived_at: string | null; left_at: string | null; place_open: boolean; replaced: boolean; others_decide: boolean; delivery: Delivery | null })[] };

export type Open = { currency: string; count: number; amount: number };

export type OpenTask = { id: string; pid: string; project: string; timezone: string; tid: string | null; team: string | null; place: { id: string; name: string } | null; kind: { id: string; name: string } | null; title: string; starts_at: From; ends_at: Until; opens_at: string | null; missing: number; open_places: number; refusal: 'task_full' | 'task_overlap' | 'not_qualified' | 'document_missing' | 'too_young' | 'birthday_unknown' | 'too_late_for_age' | 'guardian_missing' | 'too_little_rest' | 'works_too_long' | 'not_possible' | 'not_open_yet' | 'planners_only' | 'declined' | null; refusals: ('task_full' | 'task_overlap' | 'not_qualified' | 'document_missing' | 'too_young' | 'birthday_unknown' | 'too_late_for_age' | 'guardian_missing' | 'too_little_rest' | 'works_too_long' | 'not_possible' | 'not_open_yet' | 'planners_only' | 'declined')[]; missing_skills: string[]; granted_skills: string[]; missing_documents: ({ id: string; title: string })[]; time_rule: TimeRule | null; conflicts: Conflicts; requested: boolean; waiting: Waiting | null; rights: { join: boolean; ask: boolean; wait: boolean } };

export type OpenTaskPage = { data: OpenTask[]; next: Next };

export type OpensAt = string | null;

export type Options = { value: string; label: string };

export type Original = { name?: Name; description?: string };

export type OwnAnnouncement = { id: string; pid: string; tid: string | null; team: string | null; title: string; pinned: boolean; created_at: string; project: string; timezone: string };

export type OwnAnnouncementPage = { data: OwnAnnouncement[]; next: Next };

export type OwnApplication = { pid: string; project: string; tid: string; team: string; message: string; state: 'sent' | 'waiting'; applied_at: string; expires_at: string };

export type OwnApplicationPage = { data: OwnApplication[]; next: Next };

export type OwnClaims = { data: ClaimSummary[]; rights: { create: boolean } };

export type OwnConsent = { pid: string; project_name: string; form: string; form_title: string; passes_on: ('bank' | 'address' | 'real_profile')[]; passes_until: string; agreed_at: string };

export type OwnConsentPage = { data: OwnConsent[]; next: Next };

export type OwnEntitlement = { id: string; name: string; kind: 'item' | 'code' | 'loan'; entitled: number; given: number; given_at: string | null; variant: { form_kind: string; answers: ({ key: string; value: string; label: string })[] } | null; progress: { minutes: number; needed_minutes: number; today: boolean } | null; code: string | null; things: ({ label: string; lent_at: string })[] };

export type OwnEntitlements = { data: OwnEntitlement[] };

export type OwnExport = { exported_at: string; person: { uid: string; email: string; name: string; listing: string; language: string | null; intro: string; resume: string; resume_public_at: string | null; history_public_at: string | null; administrator_since: string | null; configured_since: string | null; created_at: string }; bank: Bank; address: Address; dietary_habits: DietaryHabits; real_profile: RealProfile; contact: Contact; emergency: Emergency; teams: ({ pid: string; project: string; tid: string; team: string; role: string; since: string })[]; ownerships: ({ pid: string; project: string; since: string })[]; tasks: ({ id: string; pid: string; title: string; starts_at: string; ends_at: string; joined_at: string; confirmed_at: string | null; state: string; arrived_at: string | null; left_at: string | null; presumed_at: string | null })[]; availabilities: ({ pid: string; unavailable: Unavailable; max_hours: number | null; preferred_kinds: string[]; preferred_teams: string[] })[]; skills: ({ project: string; name: string; granted: boolean; created_at: string; valid_until: string | null })[]; join_requests: ({ project: string; task: string; note: string; created_at: string; declined_at: string | null })[]; helps_in: ({ pid: string; created_at: string })[]; waiting_lists: ({ id: string; pid: string; title: string; offered_until: string | null; since: string })[]; place_offers: ({ task_id: string; uid: string; to_uid: string | null; for_task: string | null; created_at: string })[]; help_requests: ({ id: string; pid: string; title: string; asked_at: string; answer: 'yes' | 'no' | null })[]; work: ({ pid: string; tid: string | null; title: string; starts_at: string; ends_at: string; state: string; reason: string; created_at: string })[]; scans: ({ pid: string; task: string | null; step: string; at: string; result: string })[]; on_site: ({ pid: string; since: string })[]; roll_calls: ({ pid: string; state: string; at: string })[]; hand_outs: ({ pid: string; name: string; variant: string[]; given_at: string; reason: string })[]; hand_out_codes: ({ pid: string; name: string; code: string; assigned_at: string | null })[]; loans: ({ pid: string; hand_out: string; label: string; lent_at: string; returned_at: string | null; condition: string | null })[]; rooms: ({ pid: string; room: string; night: string })[]; room_wishes: ({ pid: string; wished: string })[]; room_swaps: ({ pid: string; with: string; created_at: string })[]; certificates: ({ pid: string; number: string; name: string; minutes: number; issued_at: string; revoked_at: string | null; reason: string })[]; left_tasks: ({ id: string; pid: string; title: string; starts_at: string; ends_at: string; left_at: string })[]; calendars: ({ pid: string | null; tid: string | null; created_at: string })[]; announcements: ({ pid: string; tid: string | null; title: string; body: string; created_at: string; updated_at: string })[]; tags: ({ pid: string; tag: string })[]; ask_again: ({ pid: string; state: State; note: string; asked_at: string | null })[]; thanks: ({ pid: string; name: string; agreed_at: string; hidden_at: string | null })[]; offer: { ready: boolean; pids: string[]; teams: Teams; skills: string[]; hours: number | null; text: string; until: string | null; new_tasks: boolean } | null; notes: ({ pid: string; note: string; changed_at: string })[]; synced_groups: ({ pid: string; url: string; target: string; remote_id: string | null; added_at: string; left_at: string | null; refused: string | null })[]; sync_consents: ({ pid: string; agreed_at: string })[]; sync_log: ({ target: string; action: string; outcome: string; at: string })[]; claims: ({ id: string; pid: string; number: number | null; kind: string; state: string; form: string | null; budget: string | null; currency: string; claimed: number; cap: number | null; amount: number; share_bank_until: string | null; note: string; created_at: string; sent_at: string | null; decided_at: string | null; paid_at: string | null; payout: number | null; lines: ({ date: string | null; what: string; amount: number | null; amount_text: string; file: string | null })[]; files: ({ id: string; type: string; bytes: number; created_at: string })[]; steps: ({ step: string; note: string; at: At })[] })[]; claim_decisions: ({ claim: string; step: string; note: string; at: At })[]; signatures: ({ pid: string; title: string; version: number; hash: string; signed_at: string; valid_until: string | null })[]; guardians: ({ project: string; name: string; email: string; state: 'asked' | 'agreed' | 'declined' | 'withdrawn'; asked_at: string; answered_at: string | null })[]; documents: ({ pid: string; title: string; version: number; body: string; changes: string; created_at: string })[]; listing_choices: ({ pid: string; listed: boolean; chosen_at: string })[]; form_answers: ({ pid: string; form: string; answers: Record<string, unknown>; created_at: string; updated_at: string })[]; passed_on: ({ pid: string; project: string; form: string; kind: string; until: string; agreed_at: string })[]; payments: ({ pid: string; form: string; amount: number; currency: string; batch: string; paid_at: string; undone_at: string | null })[]; sessions: ({ device: string; created_at: string; last_seen_at: string; expires_at: Until })[]; passkeys: ({ name: string; created_at: CreatedAt; last_used_at: string | null })[]; recovery_codes: ({ created_at: string; used_at: string | null })[]; identities: ({ issuer: string; subject: string; email: string; created_at: string; last_used_at: string })[]; tokens: ({ name: string; prefix: string; scope: string; created_at: string; last_used_at: string | null; expires_at: Until; revoked_at: string | null; private_read_at: string | null; project: string | null; scopes: string | null })[]; exchange_credentials: ({ created_at: string; expires_at: string; used_at: string | null })[]; email_changes: ({ old_email: string; new_email: string; created_at: string; confirmed_at: string | null; expires_at: string })[]; sign_in_links: ({ created_at: string; expires_at: string; used_at: string | null; next: string | null })[]; idempotency_keys: ({ key: string; expires_at: string })[]; invitations: ({ pid: string; project: string; tid: string; team: string; name: string; phone: string; language: string | null; sent_at: string; expires_at: string })[]; moved_from: ({ source: string; kind: string; legacy_id: string })[]; past_invitations: ({ pid: string; tid: string; email: string; name: string; state: string; sent_at: string | null; ended_at: string; expires_at: string })[]; grants: ({ pid: string; role: 'finance' | 'recruiting' | 'desk' | 'writer' | 'safety' | 'viewer' | 'chief'; tid: string | null; from: string; until: string; reason: string })[]; applications: ({ pid: string; project: string; tid: string; team: string; message: string; language: string; applied_at: string; expires_at: string; state: string; wish: number; note: string; decided_at: string | null })[]; notices: ({ kind: string; pid: string | null; subject: string; previous: NoticeValues; values: NoticeValues; created_at: At; read_at: string | null; mailed_at: string | null; pushed_at: string | null })[]; notice_settings: NoticeSettings; messages_sent: ({ pid: string; state: string; subject: string; body: string; send_at: string | null; started_at: string | null; created_at: string })[]; messages_received: ({ pid: string; subject: string; body: string; state: string; reason: string | null; changed_at: string })[]; push_subscriptions: ({ device: string; endpoint: string; created_at: string; last_success_at: string | null })[]; audit: ({ at: string; actor: string | null; kind: string; project: string | null; subject: string; detail: Record<string, unknown> })[] };

export type OwnGuardian = { pid: string; needed: 'no' | 'birthday' | 'yes'; adult_age: number | null; latest_end: string | null; guardian: Guardian | null };

export type OwnHelpOffer = { ready: boolean; pids: string[]; teams: Teams; skills: string[]; hours: number | null; text: string; until: string | null; new_tasks: boolean };

export type OwnInvitation = { id: string; pid: string; project: string; tid: string; team: string; name: string; phone: string; role: 'member' | 'chief' | 'owner'; draft: boolean; invited_by: string | null; expires_at: string };

export type OwnInvitationPage = { data: OwnInvitation[]; next: Next };

export type OwnListing = { pid: string; project: string; listing: 'everyone' | 'agreed' | 'nobody'; ends_on: string | null; listed: boolean | null; shown: boolean };

export type OwnListingInput = { listed: boolean | null };

export type OwnListingPage = { data: OwnListing[]; next: Next };

export type OwnProject = { pid: string; name: string; owner: boolean; teams: ({ tid: string; name: string; role: 'chief' | 'member' })[]; grants: ({ id: string; role: 'finance' | 'recruiting' | 'desk' | 'writer' | 'safety' | 'viewer' | 'chief'; tid: string | null; team: string | null; until: Until })[] };

export type OwnResponse = { pid: string; form: string; asked: boolean; answers: Record<string, unknown> | null; suggested: Record<string, unknown> | null; passes_on: ('bank' | 'address' | 'real_profile')[]; passes_until: string | null; paid: { amount: number; currency: string; at: string } | null; claim: { id: string; number: number | null; state: 'draft' | 'sent' | 'returned' | 'refused' | 'withdrawn' | 'approved' | 'in_payout' | 'paid' } | null; created_at: string | null; updated_at: string | null; rights: { edit: boolean; remove: boolean; withdraw: boolean } };

export type OwnSignIn = { passkey_required: boolean; passkeys: number; recovery_codes: number; frozen_until: string | null; email_fixed: boolean };

export type OwnTask = { id: string; pid: string; project: string; timezone: string; tid: string | null; title: string; starts_at: From; ends_at: Until; team: string | null; place: string; companions: string[]; companion_count: number; offering: boolean };

export type OwnTaskPage = { data: OwnTask[]; next: Next };

export type OwnThanks = { pid: string; name: string | null; agreed_at: string | null; helped: boolean; hindrance: 'hidden' | 'minor' | 'birthday' | null };

export type OwnThanksInput = { name: string };

export type PassedOn = { uid: string; name: string; state: 'given' | 'unconfirmed' | 'missing' | 'not_agreed' | 'not_asked' | 'over' | 'left'; amount: number | null; currency: string | null; paid_at: string | null; paid_amount: number | null; paid_currency: string | null; unconfirmed_since: string | null; bank: Bank | null; address: Address | null; real_profile: RealProfile | null };

export type PassedOnPage = { data: PassedOn[]; next: Next };

export type Passkey = { id: string; name: string; created_at: CreatedAt; last_used_at: string | null; blocked_until: string | null };

export type PasskeyAnswer = { credential: { id: string; type: 'public-key'; response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | null } } };

export type PasskeyCreation = { challenge: string; rp: { id: string; name: string }; user: { id: string; name: string; displayName: string }; pubKeyCredParams: ({ type: 'public-key'; alg: number })[]; timeout: number; attestation: 'none'; excludeCredentials: ({ id: string; type: 'public-key'; transports: string[] })[]; authenticatorSelection: { residentKey: 'required'; requireResidentKey: boolean; userVerification: 'required' } };

export type PasskeyPage = { data: Passkey[]; next: Next };

export type PasskeyQuestion = { challenge: string; rpId: string; timeout: number; userVerification: 'required'; allowCredentials: ({ id: string; type: 'public-key'; transports: string[] })[] };

export type PastedAnswers = { text: string; columns?: (string | null)[]; skip_unknown?: boolean };

export type PastedPeople = { text: string; columns?: ('email' | 'name' | 'given' | 'family' | 'phone' | 'team' | 'role' | 'language' | 'tags' | null)[]; tid?: string; language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW'; create_teams?: boolean };

export type PastedTasks = { text: string; tid?: string; visibility?: 'team' | 'project' | 'signed_in' };

export type Payment = { uid: string; name: string; left: boolean; amount: number | null; currency: string | null; paid: { amount: number; currency: string; at: string; by: string | null; batch: string } | null; difference: number | null; claim: { id: string; state: 'draft' | 'sent' | 'returned' | 'refused' | 'withdrawn' | 'approved' | 'in_payout' | 'paid' } | null; bank: 'given' | 'unconfirmed' | 'missing' | 'not_agreed' | 'not_asked' | 'over' | 'left' | null; bank_unconfirmed_since: string | null };

export type PaymentPage = { data: Payment[]; next: Next };

export type PaymentReminder = { note?: string };

export type PaymentTotals = { open: Open[]; paid: Open[] };

export type Payout = { id: string; number: number; title: string; method: 'transfer' | 'other'; currency: string; amount: number; transfers: number; claims: number; changed_accounts: number; created_at: string; created_by: string | null; paid_at: string | null; paid_by: string | null; people: ({ person: Person | null; amount: number; claims: ({ id: string; number: number; amount: number })[]; account_changed_at: string | null })[]; file: 'ready' | 'none' | 'erased' };

export type PayoutPage = { data: PayoutSummary[]; next: Next; total?: Total };

export type PayoutSummary = { id: string; number: number; title: string; method: 'transfer' | 'other'; currency: string; amount: number; transfers: number; claims: number; changed_accounts: number; created_at: string; created_by: string | null; paid_at: string | null; paid_by: string | null };

export type PendingPlace = { state: 'waiting' | 'requested'; position: number | null };

export type Person = { uid: string; name: string };

export type PersonEntry = { email_hash: string; name: string };

export type PersonNote = { note: string; changed_by: string | null; changed_at: string | null };

export type PersonNoteInput = { note: string };

export type PersonSkill = { id: string; name: string; granted: boolean; valid_until: string | null };

export type PersonSkills = { data: PersonSkill[] };

export type PersonTags = { tags: string[] };

export type PersonalCode = { code: string; svg: string };

export type Phone = string;

export type Picture = { url: string; alt: string; width: number; height: number };

export type Pid = string;

export type Place = { id: string; name: string; map_url: string };

export type PlaceChanges = { name?: string; map_url?: string };

export type PlaceCode = { place: string; name: string; link: string; svg: string };

export type PlaceCodes = { data: PlaceCode[] };

export type PlaceOffer = { pid: string; project: string; timezone: string; task: { id: string; title: string; starts_at: From; ends_at: Until }; from: MissingPerson; to: MissingPerson | null; for: { id: string; title: string; starts_at: From; ends_at: Until } | null; created_at: string; refusal: string | null; planned: boolean };

export type PlaceOfferPage = { data: PlaceOffer[]; next: Next };

export type PlacePage = { data: Place[]; next: Next };

export type PlacementResults = { step: string | null; results: ({ uid: string; room: string; result: 'placed' | 'unknown' | 'not_wanted' | 'room_kind' | 'night' | 'room_full' })[] };

export type PlanCopy = { kinds: number; places: number; skills: number; series: number; tasks: number; left_out: number };

export type PlanTask = { id: Id; title: string; category: string; tid: string | null; kind: { id: string; name: string } | null; place: { id: string; name: string } | null; starts_at: From; ends_at: Until; min_people: number; capacity: number; attendee_count: number; attendees: ({ uid: string; name: string; confirmed: boolean; available: boolean })[]; rights: { edit: boolean } };

export type PlanTaskPage = { data: PlanTask[]; next: Next };

export type PlannedTask = { id: string | null; title: string; tid: string | null; kind: string | null; place: string | null; starts_at: From; ends_at: Until; min_people: number; capacity: number };

export type PossibleRoomMate = { uid: string; name: string };

export type PossibleRoomMatePage = { data: PossibleRoomMate[]; next: Next };

export type PreviewAudienceRequest = { audience: MessageAudience };

export type PreviewMessageRequest = { subject: string; body: Body; uid: string };

export type PrivateRead = { id: string; at: string; actor: string | null; actor_name: string | null; seen: 'bank' | 'address' | 'real_profile' | 'answers' | 'contact' | 'emergency' | 'receipt'; project: string | null; project_name: string | null; form: string | null; form_title: string | null };

export type PrivateReadPage = { data: PrivateRead[]; next: Next };

export type Problem = { type: string; title: string; status: number; detail: string; code: string; names?: string[]; minutes?: number; kind?: string; people?: ({ uid: string; name: string; tasks: string[] })[]; documents?: ({ id: string; title: string; page: string })[]; errors?: ({ pointer: string; detail: string })[]; request_id: string };

export type Profile = { name: string; intro: string; listing: 'public' | 'keyed' | 'hidden'; resume_public: boolean; history_public: boolean; language: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' | null; ask_again: boolean };

export type Project = { pid: Pid; name: Name; description: string; starts_on: string | null; ends_on: string | null; timezone: string; state: 'draft' | 'public' | 'archived'; listing: Listing; confirm_days: ConfirmDays; wishes: number; decisions: 'at_once' | 'together'; adult_age: AdultAge; minors_latest_end: MinorsLatestEnd; min_hours: number | null; place: string; colour: string | null; call_opens_at: string | null; call_closes_at: string | null; colours: Colours | null; picture: Picture | null; leading_since: string | null; created_at: string; rights: ProjectRights; original?: Original };

export type ProjectChange = { name?: Name; description?: string; starts_on?: string | null; ends_on?: string | null; timezone?: string; state?: 'draft' | 'public' | 'archived'; listing?: Listing; confirm_days?: ConfirmDays; call_opens_at?: string | null; call_closes_at?: string | null; wishes?: number; decisions?: 'at_once' | 'together'; adult_age?: AdultAge; minors_latest_end?: MinorsLatestEnd; min_hours?: number | null; place?: string; colour?: string | null; picture_alt?: string };

export type ProjectOwner = { uid: string; name: string; email_hash: string };

export type ProjectOwnerPage = { data: ProjectOwner[]; next: Next };

export type ProjectPage = { data: ListedProject[]; next: Next; rights: { create: boolean; lead: boolean } };

export type ProjectPerson = { uid: string; name: string; email: string; owner: boolean; helper: boolean; suspended: boolean; contact?: ContactDetails; task_count: number; hours: number; missing_forms: ({ form: string; title: string })[]; tags: string[]; teams: ({ tid: string; name: string; role: 'chief' | 'member'; joined_at: string })[]; intro: string; tasks: ({ id: string; title: string; tid: string | null; starts_at: string; ends_at: string })[]; availability: Availability; answered_forms: ({ form: string; title: string; updated_at: string })[] };

export type ProjectRights = { edit: boolean; remove: boolean; create_teams: boolean; see_owners: boolean; appoint_owners: boolean; see_people: boolean; list_people: boolean; see_subsidies: boolean; edit_subsidies: boolean; see_tasks: boolean; plan_tasks: boolean; create_forms: boolean; manage_money: boolean; recruit: boolean; recruit_all: boolean; send_messages: boolean; announce: boolean; run_desk: boolean; see_now: boolean; see_safety: boolean; see_overview: boolean; see_plan: boolean; see_totals: boolean; see_hours: boolean; see_grants: boolean; see_statistics: boolean; read_audit: boolean };

export type ProviderVisit = { url: string };

export type PublicDescription = string;

export type Publication = { accepted: number; waiting: number; declined: number; undecided: number; team_full: number; decide_again: number; previews: ({ outcome: 'accepted' | 'waiting' | 'declined'; uid: string; name: string; language: string; subject: string; text: string })[] };

export type Push = { 'task.added'?: boolean; 'task.removed'?: boolean; 'task.left'?: boolean; 'task.offered'?: boolean; 'task.changed'?: boolean; 'task.cancelled'?: boolean; 'task.reminder'?: boolean; 'task.opened'?: boolean; 'place.offered'?: boolean; 'place.declined'?: boolean; 'place.waiting'?: boolean; 'help.asked'?: boolean; 'help.accepted'?: boolean; 'attendance.question'?: boolean; 'request.received'?: boolean; 'request.declined'?: boolean; 'skill.granted'?: boolean; 'skill.withdrawn'?: boolean; 'skill.expiring'?: boolean; 'guardian.answered'?: boolean; 'hours.changed'?: boolean; 'hours.work'?: boolean; 'hours.claimed'?: boolean; 'hours.unmarked'?: boolean; 'certificate.ready'?: boolean; 'certificate.revoked'?: boolean; 'handout.earned'?: boolean; 'room.assigned'?: boolean; 'loan.open'?: boolean; 'team.added'?: boolean; 'team.removed'?: boolean; 'team.left'?: boolean; 'person.consent_lost'?: boolean; 'team.disabled'?: boolean; 'team.enabled'?: boolean; 'role.changed'?: boolean; 'grant.given'?: boolean; 'grant.ending'?: boolean; 'grant.ended'?: boolean; 'deputy.ending'?: boolean; 'deputy.ended'?: boolean; 'application.received'?: boolean; 'application.room'?: boolean; 'application.accepted'?: boolean; 'application.waiting'?: boolean; 'application.declined'?: boolean; 'application.lapsed'?: boolean; 'invitation.received'?: boolean; 'offer.ended'?: boolean; 'invitation.accepted'?: boolean; 'invitation.declined'?: boolean; 'invitation.expired'?: boolean; 'form.opened'?: boolean; 'form.closing'?: boolean; 'form.filled_in'?: boolean; 'form.asks_more'?: boolean; 'checklist.due'?: boolean; 'document.asked'?: boolean; 'document.renewed'?: boolean; 'claim.approved'?: boolean; 'claim.returned'?: boolean; 'claim.refused'?: boolean; 'claim.answered'?: boolean; 'claim.paid'?: boolean; 'claim.unpaid'?: boolean; 'claim.receipts_needed'?: boolean; 'claim.account_missing'?: boolean; 'claim.account_changed'?: boolean; 'payout.account_changed'?: boolean; 'payment.made'?: boolean; 'payment.undone'?: boolean; 'chat.disabled'?: boolean; 'webhook.disabled'?: boolean; 'group_server.disabled'?: boolean; 'groups.changed'?: boolean; 'token.ending'?: boolean; 'service_account.ending'?: boolean; 'service_account.changed_roles'?: boolean; announcement?: boolean; 'thanks.published'?: boolean; 'thanks.hidden'?: boolean; message?: boolean };

export type PushSubscription = { id: string; device: string; service: string; created_at: string; last_success_at: string | null; current: boolean };

export type PushSubscriptions = { public_key: string; data: PushSubscription[] };

export type PutNoticeSettingsRequest = { mail: { 'task.added'?: boolean; 'task.removed'?: boolean; 'task.left'?: boolean; 'task.offered'?: boolean; 'task.changed'?: boolean; 'task.cancelled'?: boolean; 'task.reminder'?: boolean; 'task.opened'?: boolean; 'place.offered'?: boolean; 'place.declined'?: boolean; 'place.waiting'?: boolean; 'help.asked'?: boolean; 'help.accepted'?: boolean; 'attendance.question'?: boolean; 'request.received'?: boolean; 'request.declined'?: boolean; 'skill.granted'?: boolean; 'skill.withdrawn'?: boolean; 'skill.expiring'?: boolean; 'guardian.answered'?: boolean; 'hours.changed'?: boolean; 'hours.work'?: boolean; 'hours.claimed'?: boolean; 'hours.unmarked'?: boolean; 'certificate.ready'?: boolean; 'certificate.revoked'?: boolean; 'handout.earned'?: boolean; 'room.assigned'?: boolean; 'loan.open'?: boolean; 'team.added'?: boolean; 'team.removed'?: boolean; 'team.left'?: boolean; 'person.consent_lost'?: boolean; 'team.disabled'?: boolean; 'team.enabled'?: boolean; 'role.changed'?: boolean; 'grant.given'?: boolean; 'grant.ending'?: boolean; 'grant.ended'?: boolean; 'deputy.ending'?: boolean; 'deputy.ended'?: boolean; 'application.received'?: boolean; 'application.room'?: boolean; 'application.accepted'?: boolean; 'application.waiting'?: boolean; 'application.declined'?: boolean; 'application.lapsed'?: boolean; 'offer.ended'?: boolean; 'invitation.accepted'?: boolean; 'invitation.declined'?: boolean; 'invitation.expired'?: boolean; 'form.opened'?: boolean; 'form.closing'?: boolean; 'form.filled_in'?: boolean; 'form.asks_more'?: boolean; 'checklist.due'?: boolean; 'document.asked'?: boolean; 'document.renewed'?: boolean; 'claim.approved'?: boolean; 'claim.returned'?: boolean; 'claim.refused'?: boolean; 'claim.answered'?: boolean; 'claim.paid'?: boolean; 'claim.unpaid'?: boolean; 'claim.receipts_needed'?: boolean; 'claim.account_missing'?: boolean; 'claim.account_changed'?: boolean; 'payout.account_changed'?: boolean; 'payment.made'?: boolean; 'payment.undone'?: boolean; 'chat.disabled'?: boolean; 'webhook.disabled'?: boolean; 'group_server.disabled'?: boolean; 'groups.changed'?: boolean; 'token.ending'?: boolean; 'service_account.ending'?: boolean; 'service_account.changed_roles'?: boolean; announcement?: boolean; 'thanks.published'?: boolean; 'thanks.hidden'?: boolean; message?: boolean }; push?: Push; digest: 'off' | 'daily' | 'weekly'; quiet_hours: QuietHours | null; timezone?: string | null };

export type PutProfileRequest = { name: string; intro: string; listing: 'public' | 'keyed' | 'hidden'; resume_public: boolean; history_public: boolean; language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' | null; ask_again?: boolean };

export type QuietHours = { from: string; to: string };

export type ReadNoticesRequest = { up_to: string };

export type RealProfile = { name: string; phone: Phone; national_id: string; company: string; birthday: string | null };

export type ReceivedMessage = { id: string; pid: string; project: string; sender: string | null; subject: string; body: string; reply_to: string | null; sent_at: string };

export type ReceivedNotice = { notice: Notice; delivery: Delivery };

export type ReceivedNoticePage = { data: ReceivedNotice[]; next: Next };

export type RecoveryCodes = { remaining: number; created_at: string | null };

export type RecoveryInput = { code: string };

export type Released = { task: string; title: string; starts_at: From; ends_at: Until; uid: string; name: string };

export type ReleasedPlace = { id: string; pid: string; title: string; starts_at: string; ends_at: Until; timezone: string; people: number };

export type ReleasedPlacePage = { data: ReleasedPlace[]; next: Next };

export type RemindDays = number | null;

export type Reminded = { reminded: number; too_many_mails: number; left: number; mail: Mail };

export type RemindedPeople = { people: number; reminded: number };

export type RemovedSeries = { step: Step; removed: PlannedTask[]; stay: PlannedTask[] };

export type RenewedServiceAccount = { id: string; name: string; scopes: Scopes; prefix: string; created_by: string | null; created_by_name: string | null; created_at: string; last_used_at: LastUsedAt; ends_at: string; active: boolean; token: string; old_token_until: string };

export type RenewedToken = { id: string; name: string; prefix: string; scope: 'read' | 'write'; private_read: boolean; project: string | null; scopes: ('project:read' | 'people:read' | 'contacts:read' | 'teams:write' | 'invitations:write' | 'tasks:read' | 'tasks:write' | 'forms:read' | 'messages:send' | 'changes:read' | 'desk')[] | null; created_at: string; last_used_at: LastUsedAt; expires_at: string; access_token: string; old_token_until: string };

export type Replacement = { by?: string };

export type RequiredFor = 'applying' | 'tasks' | 'nothing';

export type Requires = string[];

export type Response = { uid: string; name: string; left: boolean; answers: Record<string, unknown>; created_at: string; updated_at: string };

export type ResponsePage = { data: Response[]; next: Next };

export type Resume = { markdown: string };

export type Retention = { private_months: number | null; answers_months: number | null; receipts_years: number | null };

export type ReturnedThing = { result: 'accepted' | 'not_lent' };

export type ReturningPage = { data: ReturningPerson[]; next: Next; total?: Total; open?: number; missing_teams?: string[] };

export type ReturningPerson = { name: string; email: string; tid: Tid; team: string; role: 'chief' | 'member'; state: 'open' | 'in_team' | 'in_project' | 'invited' | 'applied' | 'asked' | 'said_no' | 'suspended' };

export type Rights = { answer: boolean; edit: boolean; see_responses: boolean; see_totals: boolean };

export type Role = 'finance' | 'recruiting' | 'desk' | 'writer' | 'safety' | 'viewer' | 'chief';

export type RollCall = { at: string; started_at: string | null; started_by: string | null; here: number; present: number; missing: number; more: boolean; teams: ({ tid: string; name: string })[]; people: ({ uid: string; name: string; tids: string[]; since: string; task: string | null; mark: { state: 'present' | 'missing'; at: string; by: string | null } | null })[] };

export type RollCallResults = { results: ({ uid: string; result: 'accepted' | 'overtaken' | 'unknown' })[] };

export type Room = { id: string; name: string; beds: number; kind: 'women' | 'men' | 'mixed'; nights: string[]; revision: number; people: ({ uid: string; nights: string[] })[] };

export type RoomBoard = { nights: string[]; rooms: Room[]; people: RoomGuest[]; without_bed: number; undo: { id: string; at: string } | null };

export type RoomChanges = { name?: string; beds?: number; kind?: 'women' | 'men' | 'mixed'; nights?: string[] };

export type RoomDraft = { placed: ({ uid: string; room: string; nights: string[]; reason: 'mates' | 'team' | 'free'; apart: string[] })[]; left: ({ uid: string; reason: 'no_kind' | 'no_room' | 'full' })[] };

export type RoomGuest = { uid: string; name: string; teams: string[]; nights: string[] | null; kinds: ('women' | 'men' | 'mixed')[]; mates: string[]; problem: 'not_wanted' | 'room_kind' | 'night' | 'some_nights' | null };

export type RoomStep = { step: string | null };

export type RoomSwapAnswer = { agrees: boolean };

export type RoomWishes = { uids: string[] };

export type RosterEntry = { uid: string; name: string; email: string; owner: boolean; helper: boolean; suspended: boolean; contact?: ContactDetails; task_count: number; hours: number; missing_forms: ({ form: string; title: string })[]; tags: string[]; teams: ({ tid: string; name: string; role: 'chief' | 'member' })[] };

export type RosterPage = { data: RosterEntry[]; next: Next; total?: Total };

export type ScanResults = { results: ({ id: string; result: 'accepted' | 'repeated' | 'not_here' | 'too_early' | 'unknown' | 'overtaken' | 'choose' | 'none_left' | 'on_loan' | 'not_lent' | 'undone' })[] };

export type Scopes = ('project:read' | 'people:read' | 'contacts:read' | 'teams:write' | 'invitations:write' | 'tasks:read' | 'tasks:write' | 'forms:read' | 'messages:send' | 'changes:read' | 'desk')[];

export type Screen = { at: string; project: { name: string; timezone: string }; tasks: ScreenTask[] };

export type ScreenTask = { id: string; title: string; team: string | null; place: string | null; starts_at: string; ends_at: Until; expected: number; arrived: number; missing: number; open: number };

export type SearchResults = { people: ({ uid: string; name: string; teams: string[] })[]; teams: ({ tid: string; name: string })[]; tasks: ({ id: string; title: string; starts_at: string; ends_at: string })[]; forms: ({ form: string; title: string })[] };

export type Series = { follows: string | null; years: ({ pid: string; name: string; year: number })[] };

export type SeriesChange = { follows: string | null };

export type SeriesStatistics = { years: ({ pid: string; name: string; year: number; starts_on: string | null; people: number; new_people: number; returning_people: number; left_people: number | null; minutes: number; no_shows: number; teams: ({ tid: string | null; name: string | null; people: number; minutes: number; shifts: number; no_shows: number })[]; joined: number[] | null })[]; stays: number[]; cohorts: ({ pid: string; people: number[] })[] };

export type ServiceAccount = { id: string; name: string; scopes: Scopes; prefix: string; created_by: string | null; created_by_name: string | null; created_at: string; last_used_at: LastUsedAt; ends_at: string; active: boolean };

export type ServiceAccountPage = { data: ServiceAccount[]; next: Next; scopes: ('project:read' | 'people:read' | 'contacts:read' | 'teams:write' | 'invitations:write' | 'tasks:read' | 'tasks:write' | 'forms:read' | 'messages:send' | 'changes:read' | 'desk')[] };

export type ServiceAccountRenewal = { ends_at: string };

export type ServiceState = { version: string; database: 'sqlite' | 'postgresql'; mail: Mail; jobs: { waiting: number; dead: number }; failures: ({ kind: string; attempts: number; reason: string | null; created_at: string; next_at: string | null })[]; chores: ({ name: string; running: boolean; good_at: string | null; failed_at: string | null; reason: string | null; failures: number; next_at: string })[] };

export type Session = { id: string; device: string; created_at: string; last_seen_at: string; expires_at: string; current: boolean };

export type SessionPage = { data: Session[]; next: Next };

export type SharedClaim = { pid: string; project_name: string; id: string; number: number | null; what: string; state: 'draft' | 'sent' | 'returned' | 'refused' | 'withdrawn' | 'approved' | 'in_payout' | 'paid'; until: string | null; payout: number | null };

export type SharedClaimPage = { data: SharedClaim[]; next: Next };

export type SignInProgress = { state: 'waiting' | 'here' | 'elsewhere' | 'over' };

export type SignInRequest = { token: string; email?: string; confirmed?: boolean; name?: string };

export type SignInRules = { passkeys_required: boolean };

export type SignInWays = { provider: { name: string } | null; mail: Mail; set_up: boolean; registration: 'open' | 'restricted' };

export type Signature = { version: number; signed_at: string; valid_until: string | null };

export type SignaturePage = { data: SignatureRow[]; next: Next };

export type SignatureRow = { uid: string; name: string; version: number | null; signed_at: string | null; valid_until: string | null; hash: string | null; current: boolean };

export type SignedIn = { uid: string; email: string; name: string };

export type SignedInByMail = { uid: string; email: string; name: string; next: string | null };

export type Skill = { id: string; name: string; description: string; granted: boolean; valid_months: number | null };

export type SkillChanges = { name?: string; description?: string; granted?: boolean; valid_months?: number | null };

export type SkillPage = { data: Skill[]; next: Next };

export type State = 'to_ask' | 'asked' | 'yes' | 'no';

export type Step = string | null;

export type Stock = ({ variant?: string[]; count: number })[];

export type Substitute = { uid: string; name: string; teams: string[]; here: boolean; task_count: number | null };

export type SubstituteList = { data: Substitute[]; more: boolean; others: { busy: number; skill: number; document: number; personal: number } };

export type Summary = { task_count: number; person_count: number; place_count: number; missing: number; bound: number | null; begun_count: number };

export type SuspendUserRequest = { reason?: string };

export type SyncedGroup = { id: string; server: string; group: string; target_kind: 'list' | 'team' | 'channel'; target: string; mode: 'dry_run' | 'active'; people: number | null; agreed: number | null; tried_at: string | null; outcome: string | null; created_at: CreatedAt };

export type SyncedGroupChanges = { mode: 'dry_run' | 'active' };

export type SyncedGroupPage = { data: SyncedGroup[]; next: Next; total?: Total };

export type TagChange = { uids: string[]; add?: string[]; remove?: string[] };

export type Tags = { data: ({ tag: string; people: number })[] };

export type TagsChanged = { changed: number };

export type Task = { id: Id; pid: string; title: string; description: string; category: string; tid: string | null; capacity: number; min_people: number; place: string | null; kind: string | null; grants_skill: string | null; visibility: Visibility; joining: Joining; opens_at: string | null; briefing: string; starts_at: From; ends_at: Until; attendee_count: number; open_places: number; created_at: string; series: string | null; joined: boolean; replaced: boolean; waiting_count: number; waiting: Waiting | null; offering: boolean; given: boolean; asked: { at: string; answer: 'yes' | 'no' | null } | null; requested: boolean; conflicts: Conflicts; refusal: 'task_full' | 'task_overlap' | 'not_qualified' | 'document_missing' | 'too_young' | 'birthday_unknown' | 'too_late_for_age' | 'guardian_missing' | 'too_little_rest' | 'works_too_long' | 'not_possible' | 'not_open_yet' | 'planners_only' | 'declined' | null; refusals: ('task_full' | 'task_overlap' | 'not_qualified' | 'document_missing' | 'too_young' | 'birthday_unknown' | 'too_late_for_age' | 'guardian_missing' | 'too_little_rest' | 'works_too_long' | 'not_possible' | 'not_open_yet' | 'planners_only' | 'declined')[]; missing_skills: string[]; granted_skills: string[]; missing_documents: ({ id: string; title: string })[]; time_rule: TimeRule | null; rights: { edit: boolean; add_attendees: boolean; see_attendees: boolean; join: boolean; leave: boolean; wait: boolean; offer: boolean; ask_for_help: boolean } };

export type TaskCandidate = { uid: string; refusal: 'task_overlap' | 'not_qualified' | 'document_missing' | 'not_possible' | 'too_little_rest' | 'works_too_long' | null; missing_skills: string[]; rule: { kind: string; minutes: number } | null; available: boolean; rested: boolean };

export type TaskCandidates = { data: TaskCandidate[] };

export type TaskCategory = { category: string; task_count: number };

export type TaskCategoryPage = { data: TaskCategory[]; next: Next };

export type TaskChanges = { title?: string; capacity?: number; description?: string; category?: string; tid?: string | null; min_people?: number; place?: string | null; kind?: Kind; grants_skill?: GrantsSkill; visibility?: Visibility; joining?: Joining; opens_at?: OpensAt; briefing?: string; starts_at?: string; ends_at?: string; release_conflicting?: boolean };

export type TaskCopies = { from_day: string; to_day: string; tids?: string[] };

export type TaskDays = { data: ({ day: string; count: number })[] };

export type TaskKind = { id: string; name: string; briefing: string; requires: Requires; min_age: number | null; weight: number; rest_minutes: number; max_consecutive_minutes: number | null; leave_until_hours: number; original?: { name?: string; briefing?: string } };

export type TaskKindChanges = { name?: string; briefing?: string; requires?: Requires; min_age?: number | null; weight?: number; rest_minutes?: number; max_consecutive_minutes?: number | null; leave_until_hours?: number };

export type TaskKindPage = { data: TaskKind[]; next: Next };

export type TaskPage = { data: Task[]; next: Next; total?: Total };

export type TaskSelectionChange = { tasks: ({ id: Id; revision?: number })[]; set?: { title?: string; capacity?: number; description?: string; category?: string; tid?: string | null; min_people?: number; place?: string | null; kind?: Kind; grants_skill?: GrantsSkill; visibility?: Visibility; joining?: Joining; opens_at?: OpensAt; briefing?: string }; move_minutes?: number; move_days?: number; delete?: boolean };

export type TaskSelectionChanged = { step: Step; changed: PlannedTask[]; removed: PlannedTask[]; released: LostPlace[] };

export type TaskSeries = { id: string; pid: string; task_count: number; created_at: string; title: string; description: string; category: string; tid: string | null; capacity: number; min_people: number; place: string | null; kind: string | null; grants_skill: string | null; visibility: Visibility; joining: Joining; opens_at: string | null; briefing: string; days: string[]; from: string; to: string; every_minutes: number | null; at: string[] | null; handover_minutes: number; rights: { edit: boolean } };

export type TaskSeriesChanges = { title?: string; capacity?: number; description?: string; category?: string; tid?: string | null; min_people?: number; place?: string | null; kind?: Kind; grants_skill?: GrantsSkill; visibility?: Visibility; joining?: Joining; opens_at?: OpensAt; briefing?: string; days?: string[]; from?: string; to?: string; every_minutes?: number | null; at?: string[] | null; handover_minutes?: number };

export type TaskSeriesPage = { data: TaskSeries[]; next: Next };

export type Team = { tid: Tid; name: string; public_description: PublicDescription; headcount: number | null; member_count: number; open_places: number | null; takes_applications: boolean; disabled: boolean; description?: string; mailing_list?: string; rights: TeamRights; original?: { name?: string; public_description?: PublicDescription; description?: string } };

export type TeamChange = { name?: string; description?: string; public_description?: PublicDescription; headcount?: number | null; mailing_list?: string; takes_applications?: boolean };

export type TeamEntry = { name: string; tid: string; chiefs: PersonEntry[]; members: PersonEntry[] };

export type TeamHoursPage = { data: TeamHoursRow[]; next: Next; total?: Total; totals?: { planned: number; minutes: number } };

export type TeamHoursRow = { uid: string; name: string; planned: number; minutes: number; not_checked_in: number; no_shows: number };

export type TeamPage = { data: Team[]; next: Next };

export type TeamPerson = { name: string; email_hash: string; role: 'chief' | 'member'; uid?: string; intro?: string; joined_at?: string; suspended?: boolean; email?: string; contact?: ContactDetails };

export type TeamPersonPage = { data: TeamPerson[]; next: Next; total?: Total };

export type TeamRights = { edit: boolean; manage: boolean; appoint_chiefs: boolean; add_members: boolean; see_contacts: boolean; leave: boolean; apply: boolean };

export type TeamSummaries = { data: TeamSummary[] };

export type TeamSummary = { tid: Tid; chiefs: ({ uid: string; name: string })[]; chief_count: number; invitations: { sent: number; held: number }; applications: number };

export type Teams = string[];

export type ThanksName = { name: string; uid: string | null; hidden: boolean };

export type ThanksNameChange = { hidden: boolean };

export type ThanksNamePage = { data: ThanksName[]; next: Next; total?: Total };

export type ThanksPage = { pid: string; published: boolean; over: boolean; text: string; people: number | null; shifts: number | null; minutes: number | null; names: number; original?: { text?: string } };

export type ThanksPageInput = { text: string; published: boolean };

export type Thing = { id: string; hand_out: { id: string; name: string }; label: string; barcode: string; condition: 'ok' | 'broken' | 'lost'; holder: { uid: string; name: string } | null; lent_at: string | null };

export type ThingChanges = { label?: string; barcode?: string };

export type ThingLoans = { data: ({ uid: string; name: string; lent_at: string; returned_at: string | null; condition: 'ok' | 'broken' | 'lost' | null })[] };

export type ThingPage = { data: Thing[]; next: Next; total?: Total };

export type ThingReturn = { condition: 'ok' | 'broken' | 'lost' };

export type Tid = string;

export type TimeRule = { minutes: number; tasks: string[]; kind: string | null };

export type TimelineItem = { id: string; at: At; event: AuditRecord | null; received: ReceivedNotice | null };

export type TimelinePage = { data: TimelineItem[]; next: Next };

export type TokenAnswer = { access_token: string; token_type: 'bearer'; expires_in: number; scope: string };

export type TokenDescription = { kind: 'personal' | 'service_account' | 'device'; id: string; name: string; person: { uid: string; name: string } | null; project: string | null; scope: 'read' | 'write'; private_read: boolean; scopes: ('project:read' | 'people:read' | 'contacts:read' | 'teams:write' | 'invitations:write' | 'tasks:read' | 'tasks:write' | 'forms:read' | 'messages:send' | 'changes:read' | 'desk')[] | null; created_at: string; expires_at: string };

export type TokenRequest = { username: string; password: string; grant_type?: 'password' | ''; scope?: 'read' | 'write' | 'read write' | ''; name?: string; expires_in_days?: number | string; client_id?: string; client_secret?: string };

export type Topics = ('announcements' | 'gaps')[];

export type Total = number;

export type TrafficSubsidy = { location: string; amount: number };

export type TrafficSubsidyTable = { currency: string | null; data: TrafficSubsidy[]; next: Next; rights: { edit: boolean } };

export type TranslationChange = { translations: { en?: En; de?: En; ja?: En; 'zh-CN'?: En; 'zh-TW'?: En } };

export type TranslationOverview = { languages: ('en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW')[]; data: TranslationProgress[] };

export type TranslationProgress = { kind: 'project' | 'team' | 'form' | 'task_kind' | 'document' | 'announcement'; id: string; name: string; texts: number; languages: ({ language: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW'; missing: number; outdated: number })[] };

export type Translations = { kind: 'project' | 'team' | 'form' | 'task_kind' | 'document' | 'announcement'; id: string; name: string; fields: ({ field: string; text: string; max_length: number; lines: boolean })[]; translations: { en?: En; de?: En; ja?: En; 'zh-CN'?: En; 'zh-TW'?: En }; outdated: ({ language: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW'; field: string })[] };

export type TravelPayments = { data: ({ form: string; title: string | null; open: Open[]; paid: Open[] })[] };

export type Unavailable = ({ from: string; to: string })[];

export type UnconfirmedPerson = { uid: string; name: string; starts_at: string; task_count: number };

export type UnconfirmedPersonPage = { data: UnconfirmedPerson[]; next: Next; total?: Total };

export type UncountedScan = { id: string; uid: string; name: string; at: string; device: string | null; result: 'repeated' | 'none_left' };

export type UncountedScans = { data: UncountedScan[] };

export type UnsubscribeRequest = { 'List-Unsubscribe'?: string };

export type Until = string;

export type Url = string;

export type User = { uid: string; name: string; email_hash: string | null; suspended_at?: string | null; administrator?: boolean; intro: string; resume: string | null; history: UserHistory[] | null; leads: UserHistory[]; projects?: ({ pid: string; name: string; owner: boolean; teams: ({ tid: string; name: string; role: 'chief' | 'member' })[] })[]; email?: string; rights: { suspend: boolean; appoint: boolean } };

export type UserEntry = { uid: string; name: string; email_hash: string | null; suspended_at?: string | null; administrator?: boolean; email_hint: string | null; teams: ({ project: string; team: string; role: 'chief' | 'member' })[] };

export type UserHistory = { pid: string; project: string; tid: string; team: string; role: 'chief' | 'member' };

export type UserPage = { data: UserEntry[]; next: Next };

export type VariantField = { form: string; field?: string };

export type VerifiedCertificate = { state: 'valid' | 'revoked' | 'withdrawn' | 'unknown'; project: string | null; starts_on: string | null; ends_on: string | null; name: string | null; minutes: number | null; issued_at: string | null; timezone: string | null };

export type Visibility = 'team' | 'project' | 'signed_in';

export type Waiting = { position: number; offered_until: string | null };

export type WaitingApplications = { pid: string; project: string; tid: string; team: string; count: number };

export type WaitingForm = { pid: string; form: string; title: string; closes_at: string | null; asks_more: boolean };

export type WaitingPerson = { uid: string; name: string; position: number; offered_until: string | null; since: string };

export type WaitingPersonPage = { data: WaitingPerson[]; next: Next };

export type Webhook = { id: string; url: Url; kinds: WebhookKind[]; active: boolean; disabled_for: 'paused' | 'failing' | 'gone' | 'not_allowed' | null; failing_since: string | null; old_secret_until: string | null; created_at: string };

export type WebhookChanges = { url?: Url; kinds?: Kinds[]; active?: boolean };

export type WebhookDelivery = { id: string; kind: string; state: 'waiting' | 'delivered' | 'failed'; attempts: number; outcome: string | null; created_at: string; tried_at: string | null; due_at: string | null; body: string };

export type WebhookDeliveryPage = { data: WebhookDelivery[]; next: Next };

export type WebhookKind = 'project.changed' | 'owner.added' | 'owner.removed' | 'grant.given' | 'grant.changed' | 'grant.ended' | 'team.created' | 'team.changed' | 'team.disabled' | 'team.enabled' | 'member.added' | 'member.removed' | 'person.tagged' | 'person.noted' | 'ask_again.changed' | 'listing.chosen' | 'thanks.changed' | 'thanks.chosen' | 'thanks.hidden' | 'person.changed' | 'invitation.created' | 'invitation.sent' | 'invitation.revoked' | 'invitation.declined' | 'application.sent' | 'application.changed' | 'application.withdrawn' | 'application.waiting' | 'application.declined' | 'applications.decided' | 'applications.noted' | 'applications.published' | 'applications.expired' | 'chief.added' | 'chief.removed' | 'task.created' | 'task.changed' | 'task.removed' | 'attendance.added' | 'attendance.removed' | 'attendance.confirmed' | 'waiting.added' | 'waiting.removed' | 'place.held' | 'place.released' | 'offer.made' | 'offer.withdrawn' | 'offer.declined' | 'help.asked' | 'help.answered' | 'request.sent' | 'request.withdrawn' | 'request.declined' | 'helper.added' | 'helper.removed' | 'places.changed' | 'skills.changed' | 'person.skills_changed' | 'task_kinds.changed' | 'attendance.marked' | 'work.added' | 'work.decided' | 'work.removed' | 'site.entered' | 'site.left' | 'handouts.changed' | 'handout.given' | 'handout.taken_back' | 'thing.lent' | 'thing.returned' | 'thing.undone' | 'code.assigned' | 'rooms.changed' | 'room.assigned' | 'certificate.issued' | 'certificate.revoked' | 'groups.agreed' | 'groups.withdrawn' | 'translations.changed' | 'announcement.created' | 'announcement.changed' | 'announcement.removed' | 'document.created' | 'document.changed' | 'document.published' | 'document.removed' | 'document.signed' | 'availability.changed' | 'form.created' | 'form.changed' | 'form.removed' | 'response.saved' | 'response.removed' | 'consent.ended' | 'consent.withdrawn' | 'answers.expired' | 'responses.expired' | 'budgets.changed' | 'claim.changed' | 'claim.sent' | 'claim.withdrawn' | 'claim.approved' | 'claim.returned' | 'claim.refused' | 'claim.paid' | 'claim.unpaid' | 'payouts.changed' | 'payment.made' | 'payment.undone' | 'subsidies.changed' | 'person.suspended' | 'person.reinstated' | 'person.erased';

export type WebhookPage = { data: Webhook[]; next: Next; kinds: WebhookKind[] };

export type WebhookSecret = { secret: string; old_secret_until: string };

export type Work = { id: string; uid: string; name: string; tid: string | null; title: string; starts_at: string; ends_at: string; minutes: number; state: 'claimed' | 'approved' | 'declined'; reason: string; created_at: string; rights: { decide: boolean; remove: boolean } };

export type WorkDecision = { state: 'approved' | 'declined'; reason?: string };

export type WorkPage = { data: Work[]; next: Next; total?: Total };

export type Operations = {
  /** Accept an application: the person becomes a member */
  accept_application: { input: { path: { pid: string; tid: string; uid: string } }; answer: undefined };
  /** Accept an invitation and join the team */
  accept_invitation: { input: { path: { id: string } }; answer: undefined };
  /** Assign a person to a task */
  add_attendee: { input: { path: { pid: string; id: string; uid: string }; query?: { instead_of?: string; place_of?: string } }; answer: PendingPlace | undefined };
  /** Add a chat channel */
  add_chat_channel: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewChatChannel }; answer: ChatChannel };
  /** Make a person a chief of a team */
  add_chief: { input: { path: { pid: string; tid: string; uid: string } }; answer: undefined };
  /** Add a receipt to a claim */
  add_claim_file: { input: { path: { pid: string; id: string } }; answer: ClaimFile };
  /** Add codes to a hand-out */
  add_codes: { input: { path: { pid: string; id: string }; headers?: { 'idempotency-key'?: string }; body: NewCodes }; answer: AddedCodes };
  /** Add a Mailman or Mattermost server */
  add_group_server: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewGroupServer }; answer: GroupServer };
  /** Add a member to a team */
  add_member: { input: { path: { pid: string; tid: string; uid: string } }; answer: undefined };
  /** Add up to 200 members at once */
  add_members: { input: { path: { pid: string; tid: string }; headers?: { 'idempotency-key'?: string }; body: NewMembers }; answer: AddedMembers };
  /** Make a person an owner of a project */
  add_owner: { input: { path: { pid: string; uid: string } }; answer: undefined };
  /** Add a passkey */
  add_passkey: { input: { body: NewPasskey }; answer: Passkey };
  /** Send notifications to this browser (Web Push) */
  add_push_subscription: { input: { body: AddPushSubscriptionRequest }; answer: PushSubscriptions };
  /** Let a mailing list or channel follow a group */
  add_synced_group: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewSyncedGroup }; answer: SyncedGroup };
  /** Add a thing to lend */
  add_thing: { input: { path: { pid: string; id: string }; headers?: { 'idempotency-key'?: string }; body: NewThing }; answer: Thing };
  /** Enter work without a task */
  add_work: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewWork }; answer: Work };
  /** Agree as a guardian, or withdraw */
  answer_guardian_consent: { input: { body: GuardianAnswer }; answer: GuardianConsent };
  /** Say whether you can help with a task */
  answer_help_request: { input: { path: { pid: string; id: string }; body: HelpAnswer }; answer: HelpResult };
  /** Agree to a swap, decline it or withdraw it */
  answer_room_swap: { input: { path: { pid: string; id: string }; body: RoomSwapAnswer }; answer: undefined };
  /** Apply a draft plan */
  apply_allocation: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string }; body?: ApplyAllocationRequest }; answer: AllocationDetails };
  /** Apply to a team, or change the caller's application */
  apply_to_team: { input: { path: { pid: string; tid: string }; headers?: { 'if-match'?: string }; body: NewApplication }; answer: OwnApplication };
  /** Make a person an administrator */
  appoint_administrator: { input: { path: { uid: string } }; answer: undefined };
  /** Create a challenge to confirm the session with a passkey */
  ask_confirmation: { input: Record<string, never>; answer: PasskeyQuestion };
  /** Ask people to help with a task */
  ask_for_help: { input: { path: { pid: string; id: string }; headers?: { 'idempotency-key'?: string }; body: NewHelpRequest }; answer: HelpAsked };
  /** Ask people to replace a person who isn't there */
  ask_for_replacement: { input: { path: { pid: string; id: string; uid: string }; headers?: { 'idempotency-key'?: string }; body: NewHelpRequest }; answer: AskedToReplace };
  /** Send the link to the guardian again */
  ask_guardian_again: { input: { path: { pid: string } }; answer: OwnGuardian };
  /** Create a challenge to add a passkey */
  ask_new_passkey: { input: Record<string, never>; answer: PasskeyCreation };
  /** Create a challenge to sign in with a passkey */
  ask_passkey_sign_in: { input: Record<string, never>; answer: PasskeyQuestion };
  /** Ask somebody to swap rooms */
  ask_room_swap: { input: { path: { pid: string }; body: NewRoomSwap }; answer: undefined };
  /** Cancel a message that is scheduled or being sent */
  cancel_message: { input: { path: { pid: string; id: string } }; answer: Message };
  /** Change an announcement */
  change_announcement: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string }; body: AnnouncementChanges }; answer: Announcement };
  /** Change a budget */
  change_budget: { input: { path: { pid: string; code: string }; headers?: { 'if-match'?: string }; body: BudgetValues }; answer: undefined };
  /** Change, pause or resume a chat channel */
  change_chat_channel: { input: { path: { pid: string; id: string }; body: ChatChannelChanges }; answer: ChatChannel };
  /** Change a claim that is not decided yet */
  change_claim: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string }; body: ClaimChanges }; answer: Claim };
  /** Change the settings of a document */
  change_document: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string }; body: DocumentChanges }; answer: Document };
  /** Change a form, switch it on or off */
  change_form: { input: { path: { pid: string; form: string }; headers?: { 'if-match'?: string }; body: FormChanges }; answer: Form };
  /** Change when it ends */
  change_grant: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string }; body: GrantChange }; answer: Grant };
  /** Change, pause or resume a server */
  change_group_server: { input: { path: { pid: string; id: string }; body: GroupServerChanges }; answer: GroupServer };
  /** Change a hand-out */
  change_hand_out: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string }; body: HandOutChanges }; answer: HandOut };
  /** Change a draft */
  change_message: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string }; body: ChangeMessageRequest }; answer: Message };
  /** Choose from which account a project pays, and how it pays for travel */
  change_money_settings: { input: { path: { pid: string }; headers?: { 'if-match'?: string }; body: MoneySettings }; answer: undefined };
  /** Change a location */
  change_place: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string }; body: PlaceChanges }; answer: Place };
  /** Change a room */
  change_room: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string }; body: RoomChanges }; answer: RoomBoard };
  /** Change a skill */
  change_skill: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string }; body: SkillChanges }; answer: Skill };
  /** Make the changes of a dry run, or go back to it */
  change_synced_group: { input: { path: { pid: string; id: string }; body: SyncedGroupChanges }; answer: SyncedGroup };
  /** Add tags to people, or remove them */
  change_tags: { input: { path: { pid: string }; body: TagChange }; answer: TagsChanged };
  /** Change a task */
  change_task: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string }; body: TaskChanges }; answer: Task };
  /** Change a kind of task */
  change_task_kind: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string }; body: TaskKindChanges }; answer: TaskKind };
  /** Change a series */
  change_task_series: { input: { path: { pid: string; id: string }; query?: { dry_run?: boolean; release?: boolean }; headers?: { 'if-match'?: string }; body: TaskSeriesChanges }; answer: ChangedSeries };
  /** Change, move or delete several tasks */
  change_tasks: { input: { path: { pid: string }; query?: { dry_run?: boolean; release?: boolean }; headers?: { 'if-match'?: string; 'idempotency-key'?: string }; body: TaskSelectionChange }; answer: TaskSelectionChanged };
  /** Hide a name on the page that thanks the people of an event, or show it again */
  change_thanks_name: { input: { path: { pid: string; uid: string }; body: ThanksNameChange }; answer: undefined };
  /** Change the label or barcode of a thing */
  change_thing: { input: { path: { pid: string; id: string; thing: string }; headers?: { 'if-match'?: string }; body: ThingChanges }; answer: Thing };
  /** Change, pause or resume a webhook */
  change_webhook: { input: { path: { pid: string; id: string }; body: WebhookChanges }; answer: Webhook };
  /** Check whether people can be assigned to a task */
  check_candidates: { input: { path: { pid: string; id: string }; query: { uids: string } }; answer: TaskCandidates };
  /** Check in at a location */
  check_in: { input: { path: { pid: string; place: string }; body: CheckIn }; answer: CheckedIn };
  /** Show a project on the home page */
  choose_leading_project: { input: { body: LeadingProject }; answer: undefined };
  /** Agree to be added to lists and channels, or withdraw */
  choose_my_groups: { input: { path: { pid: string }; body: MyGroupsChoice }; answer: undefined };
  /** Choose with whom to share a room */
  choose_room_mates: { input: { path: { pid: string }; body: RoomWishes }; answer: undefined };
  /** Confirm that the caller is coming */
  confirm_attendance: { input: { path: { pid: string } }; answer: undefined };
  /** Confirm the caller's bank account */
  confirm_bank: { input: { headers?: { 'if-match'?: string } }; answer: undefined };
  /** Confirm the new email address with the token of the link */
  confirm_email_change: { input: { body: EmailConfirmation }; answer: undefined };
  /** Confirm the session with a passkey */
  confirm_session: { input: { body: PasskeyAnswer }; answer: undefined };
  /** Confirm this session with a recovery code instead of a passkey */
  confirm_with_recovery_code: { input: { body: RecoveryInput }; answer: undefined };
  /** Copy the tasks of a day to another day */
  copy_tasks: { input: { path: { pid: string }; query?: { dry_run?: boolean }; headers?: { 'idempotency-key'?: string }; body: TaskCopies }; answer: CreatedTasks };
  /** Count the people who can be asked to help with a task */
  count_help_candidates: { input: { path: { pid: string; id: string } }; answer: HelpCandidates };
  /** Create a draft plan */
  create_allocation: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewAllocation }; answer: Allocation };
  /** Publish an announcement */
  create_announcement: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewAnnouncement }; answer: Announcement };
  /** Begin a claim */
  create_claim: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewClaim }; answer: Claim };
  /** Add a desk device or a screen */
  create_device: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewDevice }; answer: CreatedDevice };
  /** Add a document */
  create_document: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewDocument }; answer: Document };
  /** Create one-time credentials for POST /api/token */
  create_exchange_credentials: { input: { query?: { scope?: 'private:read'; project?: string; scopes?: string }; body?: CreateExchangeCredentialsRequest }; answer: ExchangeCredentials };
  /** Create a form */
  create_form: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewForm }; answer: Form };
  /** Add a hand-out */
  create_hand_out: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewHandOut }; answer: HandOut };
  /** Remind everybody who has not answered an invitation */
  create_invitation_reminders: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string } }; answer: Reminded };
  /** Write a message */
  create_message: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: CreateMessageRequest }; answer: Message };
  /** Create a calendar address for the caller's tasks */
  create_own_calendar: { input: Record<string, never>; answer: CalendarAddress };
  /** Collect approved claims for one payment */
  create_payout: { input: { path: { pid: string }; headers?: { 'if-match'?: string; 'idempotency-key'?: string }; body: NewPayout }; answer: Payout };
  /** Add a location */
  create_place: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewPlace }; answer: Place };
  /** Create a project */
  create_project: { input: { headers?: { 'idempotency-key'?: string }; body: NewProject }; answer: Project };
  /** Create a calendar address for a project */
  create_project_calendar: { input: { path: { pid: string } }; answer: CalendarAddress };
  /** Create ten recovery codes, replacing all earlier ones */
  create_recovery_codes: { input: Record<string, never>; answer: NewRecoveryCodes };
  /** Add rooms */
  create_rooms: { input: { path: { pid: string }; body: NewRooms }; answer: RoomBoard };
  /** Create a service account for another system */
  create_service_account: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewServiceAccount }; answer: CreatedServiceAccount };
  /** Add a skill */
  create_skill: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewSkill }; answer: Skill };
  /** Create a task */
  create_task: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewTask }; answer: Task };
  /** Add a kind of task */
  create_task_kind: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewTaskKind }; answer: TaskKind };
  /** Create a series of tasks */
  create_task_series: { input: { path: { pid: string }; query?: { dry_run?: boolean }; headers?: { 'idempotency-key'?: string }; body: NewTaskSeries }; answer: CreatedSeries };
  /** Create a team */
  create_team: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewTeam }; answer: Team };
  /** Create a calendar address for a team */
  create_team_calendar: { input: { path: { pid: string; tid: string } }; answer: CalendarAddress };
  /** Send changes of the project to a URL */
  create_webhook: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewWebhook }; answer: CreatedWebhook };
  /** Accept, decline or put on the waiting list */
  decide_applications: { input: { path: { pid: string }; body: Decisions }; answer: DecisionResults };
  /** Approve, return or refuse a claim */
  decide_claim: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string }; body: ClaimDecision }; answer: Claim };
  /** Approve or decline a request for a place */
  decide_join_request: { input: { path: { pid: string; id: string; uid: string }; body: JoinDecision }; answer: undefined };
  /** Approve or decline work */
  decide_work: { input: { path: { pid: string; id: string }; body: WorkDecision }; answer: Work };
  /** Set the caller's own skills */
  declare_skills: { input: { path: { pid: string }; body: DeclaredSkills }; answer: PersonSkills };
  /** Decline an application */
  decline_application: { input: { path: { pid: string; tid: string; uid: string } }; answer: undefined };
  /** Decline an invitation */
  decline_invitation: { input: { path: { id: string } }; answer: undefined };
  /** Decline a place that somebody offers to you */
  decline_offer: { input: { path: { pid: string; id: string; uid: string } }; answer: undefined };
  /** Delete an announcement */
  delete_announcement: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string } }; answer: undefined };
  /** Delete a budget that nobody has claimed from */
  delete_budget: { input: { path: { pid: string; code: string }; headers?: { 'if-match'?: string } }; answer: undefined };
  /** Delete a receipt of a claim that is not decided yet */
  delete_claim_file: { input: { path: { pid: string; id: string; receipt: string } }; answer: undefined };
  /** Delete a document with its versions and signatures */
  delete_document: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string } }; answer: undefined };
  /** Delete a form */
  delete_form: { input: { path: { pid: string; form: string }; query?: { force?: boolean }; headers?: { 'if-match'?: string } }; answer: undefined };
  /** Delete the caller's offer to help */
  delete_help_offer: { input: Record<string, never>; answer: undefined };
  /** Delete a draft */
  delete_message: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string } }; answer: undefined };
  /** Remove the calendar address for the caller's tasks */
  delete_own_calendar: { input: Record<string, never>; answer: undefined };
  /** Withdraw the caller's answer */
  delete_own_response: { input: { path: { pid: string; form: string }; headers?: { 'if-match'?: string } }; answer: undefined };
  /** Withdraw from being thanked by name in public */
  delete_own_thanks: { input: { path: { pid: string } }; answer: undefined };
  /** Undo a payout that is not paid */
  delete_payout: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string } }; answer: undefined };
  /** Delete a location */
  delete_place: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Delete a draft */
  delete_project: { input: { path: { pid: string }; query?: { force?: boolean }; headers?: { 'if-match'?: string } }; answer: undefined };
  /** Remove the caller's calendar address for a project */
  delete_project_calendar: { input: { path: { pid: string } }; answer: undefined };
  /** Delete a skill */
  delete_skill: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Delete a task */
  delete_task: { input: { path: { pid: string; id: string }; query?: { force?: boolean }; headers?: { 'if-match'?: string } }; answer: undefined };
  /** Delete a kind of task */
  delete_task_kind: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Delete a series */
  delete_task_series: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string } }; answer: RemovedSeries };
  /** Remove the caller's calendar address for a team */
  delete_team_calendar: { input: { path: { pid: string; tid: string } }; answer: undefined };
  /** Remove one location */
  delete_traffic_subsidy: { input: { path: { pid: string; location: string }; headers?: { 'if-match'?: string } }; answer: undefined };
  /** Disable a team */
  disable_team: { input: { path: { pid: string; tid: string } }; answer: undefined };
  /** Discard a draft plan */
  discard_allocation: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string } }; answer: undefined };
  /** Remove an administrator */
  dismiss_administrator: { input: { path: { uid: string } }; answer: undefined };
  /** Export a task as an iCalendar file */
  download_task_event: { input: { path: { pid: string; id: string } }; answer: string };
  /** Propose a room for everybody who has none */
  draft_rooms: { input: { path: { pid: string } }; answer: RoomDraft };
  /** Enable a team again */
  enable_team: { input: { path: { pid: string; tid: string } }; answer: undefined };
  /** End it early */
  end_grant: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Sign out a browser */
  end_session: { input: { path: { id: string } }; answer: undefined };
  /** Erase the caller's account */
  erase_me: { input: Record<string, never>; answer: undefined };
  /** Exchange one-time credentials for an API token */
  exchange_token: { input: { body: TokenRequest }; answer: TokenAnswer };
  /** Export the applications as CSV */
  export_applications: { input: { path: { pid: string }; query?: { state?: 'open' | 'sent' | 'accepted' | 'waiting' | 'declined' | 'withdrawn' | 'lapsed' | 'pending' | 'all'; tid?: string; q?: string } }; answer: string };
  /** Export who has joined a task as CSV */
  export_attendees: { input: { path: { pid: string; id: string } }; answer: string };
  /** Read the audit log as CSV */
  export_audit: { input: { query?: { actor?: string; project?: string; kind?: string } }; answer: string };
  /** Export all valid certificates as a ZIP of PDF files */
  export_certificates: { input: { path: { pid: string } }; answer: string };
  /** Export all claims and payments for bookkeeping as CSV */
  export_claims: { input: { path: { pid: string } }; answer: string };
  /** Export who sleeps where as CSV, with what people share through a form */
  export_hotel_list: { input: { path: { pid: string; form: string } }; answer: string };
  /** Export everyone's hours as CSV */
  export_hours: { input: { path: { pid: string }; query?: { language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' } }; answer: string };
  /** Export all of the caller's data */
  export_me: { input: Record<string, never>; answer: OwnExport };
  /** Export the team's contact sheet as CSV */
  export_members: { input: { path: { pid: string; tid: string } }; answer: string };
  /** Export who has not answered a form as CSV */
  export_missing_responses: { input: { path: { pid: string; form: string } }; answer: string };
  /** Export how many to order as CSV */
  export_order_sheet: { input: { path: { pid: string; form: string }; query?: { rows?: string; columns?: string; language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' } }; answer: string };
  /** Export the private data shared through a form as CSV */
  export_passed_on: { input: { path: { pid: string; form: string }; query: { kind: 'bank' | 'address' | 'real_profile' } }; answer: string };
  /** Download a payout for the bank */
  export_payout: { input: { path: { pid: string; id: string }; query: { format: 'csv' | 'pain001'; columns?: string } }; answer: string };
  /** Export the people of a project as CSV */
  export_project_people: { input: { path: { pid: string }; query?: { q?: string; email?: string; tid?: string; role?: 'owner' | 'chief' | 'member' | 'helper'; form?: string; answered?: boolean; without_tasks?: boolean; incomplete?: boolean; no_other_team?: boolean; suspended?: boolean; uids?: string; tag?: string; day?: string; language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' } }; answer: string };
  /** Export the answers to a form as CSV */
  export_responses: { input: { path: { pid: string; form: string } }; answer: string };
  /** Export a table about the years of an event as CSV */
  export_series_statistics: { input: { path: { pid: string }; query?: { table?: 'people' | 'stays' | 'cohorts' | 'teams' | 'joined'; language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' } }; answer: string };
  /** Export a person's statement of hours as CSV */
  export_statement: { input: { path: { pid: string; uid: string }; query?: { language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' } }; answer: string };
  /** Export hours, no-shows and people by year as CSV */
  export_statistics: { input: { path: { pid: string }; query?: { language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' } }; answer: string };
  /** Export the tasks of a project as CSV */
  export_tasks: { input: { path: { pid: string }; query?: { day?: string; hour?: string; tid?: string; category?: string; open?: boolean; upcoming?: boolean; place?: string; kind?: string; understaffed?: boolean; mine?: boolean; planned?: boolean; q?: string } }; answer: string };
  /** Export the teams of a project as CSV */
  export_teams: { input: { path: { pid: string } }; answer: string };
  /** Export the travel subsidies of a project as CSV */
  export_traffic_subsidies: { input: { path: { pid: string } }; answer: string };
  /** Read the caller's postal address */
  get_address: { input: Record<string, never>; answer: Address };
  /** Read a draft plan */
  get_allocation: { input: { path: { pid: string; id: string } }; answer: AllocationDetails };
  /** Read an announcement */
  get_announcement: { input: { path: { pid: string; id: string } }; answer: Announcement };
  /** Read the caller's availability in a project */
  get_availability: { input: { path: { pid: string } }; answer: Availability };
  /** Read the caller's bank account */
  get_bank: { input: Record<string, never>; answer: Bank };
  /** Read a budget */
  get_budget: { input: { path: { pid: string; code: string } }; answer: Budget };
  /** Read the call for volunteers */
  get_call: { input: { path: { pid: string } }; answer: Call };
  /** Read the progress of issuing certificates */
  get_certificate_batch: { input: { path: { pid: string } }; answer: LatestCertificateBatch };
  /** Read the certificate settings */
  get_certificate_settings: { input: { path: { pid: string } }; answer: CertificateSettings };
  /** List what the caller still has to do */
  get_checklist: { input: Record<string, never>; answer: Checklist };
  /** Read a claim */
  get_claim: { input: { path: { pid: string; id: string } }; answer: Claim };
  /** Read a receipt */
  get_claim_file: { input: { path: { pid: string; id: string; receipt: string } }; answer: string };
  /** Count the claims of a project by state */
  get_claim_totals: { input: { path: { pid: string } }; answer: ClaimTotals };
  /** Read the caller's contact details */
  get_contact: { input: Record<string, never>; answer: Contact };
  /** Read how well a day is covered */
  get_coverage: { input: { path: { pid: string }; query: { day: string; by?: 'team' | 'kind' | 'place'; step?: number } }; answer: Coverage };
  /** Read what needs the attention of a project's owners */
  get_dashboard: { input: { path: { pid: string } }; answer: Dashboard };
  /** Read the data for a desk device */
  get_desk: { input: { path: { pid: string }; query?: { since?: string } }; answer: Desk };
  /** Read the caller's dietary needs */
  get_dietary_habits: { input: Record<string, never>; answer: DietaryHabits };
  /** Read a document */
  get_document: { input: { path: { pid: string; id: string } }; answer: Document };
  /** Read a version of a document */
  get_document_version: { input: { path: { pid: string; id: string; version: number } }; answer: DocumentVersion };
  /** Read an applicant's applications of the years before */
  get_earlier_applications: { input: { path: { pid: string; uid: string } }; answer: EarlierApplications };
  /** Read the caller's emergency contacts */
  get_emergency: { input: Record<string, never>; answer: Emergency };
  /** Look up a person's emergency contacts */
  get_emergency_of: { input: { path: { pid: string; uid: string } }; answer: EmergencyOf };
  /** Read a form with its fields */
  get_form: { input: { path: { pid: string; form: string } }; answer: Form };
  /** Read totals of the answers to a form */
  get_form_totals: { input: { path: { pid: string; form: string }; query?: { private?: boolean; rows?: string; columns?: string } }; answer: FormTotals };
  /** Read whether a person of an earlier year was asked again */
  get_former_person: { input: { path: { pid: string; uid: string } }; answer: FormerPerson };
  /** Read what a deputy was given */
  get_grant: { input: { path: { pid: string; id: string } }; answer: Grant };
  /** Read a hand-out */
  get_hand_out: { input: { path: { pid: string; id: string } }; answer: HandOut };
  /** Check that the process is alive */
  get_health: { input: Record<string, never>; answer: { status: 'ok' | 'unavailable'; version: string } };
  /** Read what the caller offers to help with */
  get_help_offer: { input: Record<string, never>; answer: OwnHelpOffer };
  /** Read a person's statement of hours */
  get_hours: { input: { path: { pid: string; uid: string } }; answer: HoursStatement };
  /** Count who has hours and who has a certificate */
  get_hours_summary: { input: { path: { pid: string } }; answer: HoursSummary };
  /** Read how far an import is */
  get_import: { input: { path: { pid: string; id: string } }; answer: Import };
  /** Download an empty table for importing tasks */
  get_import_template: { input: { path: { pid: string }; query?: { language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' } }; answer: string };
  /** Read the caller's own info */
  get_me: { input: Record<string, never>; answer: Me };
  /** Read a message with its progress */
  get_message: { input: { path: { pid: string; id: string } }; answer: Message };
  /** Metrics in the Prometheus format */
  get_metrics: { input: Record<string, never>; answer: string };
  /** Read from which account a project pays, and how it pays for travel */
  get_money_settings: { input: { path: { pid: string } }; answer: MoneySettings };
  /** Read the caller's application */
  get_my_application: { input: { path: { pid: string } }; answer: MyApplication };
  /** Read the caller's day: tasks, locations, people, contacts and QR code */
  get_my_day: { input: { path: { pid: string } }; answer: MyDay };
  /** Read which lists and channels follow groups of the caller */
  get_my_groups: { input: { path: { pid: string } }; answer: MyGroups };
  /** Read the caller's room, with the names of who else sleeps there */
  get_my_room: { input: { path: { pid: string } }; answer: MyRoom };
  /** Read the caller's notice settings */
  get_notice_settings: { input: Record<string, never>; answer: NoticeSettings };
  /** Read current and upcoming tasks with attendance */
  get_now: { input: { path: { pid: string } }; answer: Now };
  /** This document */
  get_openapi: { input: { query?: { for?: 'service_accounts' } }; answer: Record<string, unknown> };
  /** Read the caller's application to a team */
  get_own_application: { input: { path: { pid: string; tid: string } }; answer: OwnApplication };
  /** Check whether the caller has a calendar address */
  get_own_calendar: { input: Record<string, never>; answer: CalendarState };
  /** Read the caller's QR code for the desk */
  get_own_code: { input: { path: { pid: string } }; answer: PersonalCode };
  /** Read the caller's guardian, and whether one is needed */
  get_own_guardian: { input: { path: { pid: string } }; answer: OwnGuardian };
  /** Read the caller's visibility in the public listing of a project */
  get_own_listing: { input: { path: { pid: string } }; answer: OwnListing };
  /** Read the caller's answer to a form */
  get_own_response: { input: { path: { pid: string; form: string } }; answer: OwnResponse };
  /** Read how the caller can sign in */
  get_own_sign_in: { input: Record<string, never>; answer: OwnSignIn };
  /** Read whether the caller is thanked by name in public */
  get_own_thanks: { input: { path: { pid: string } }; answer: OwnThanks };
  /** Read how much travel money is open and paid */
  get_payment_totals: { input: { path: { pid: string; form: string } }; answer: PaymentTotals };
  /** Read a payout */
  get_payout: { input: { path: { pid: string; id: string } }; answer: Payout };
  /** Read what organisers noted about a person */
  get_person_note: { input: { path: { pid: string; uid: string } }; answer: PersonNote };
  /** Read the tags of a person */
  get_person_tags: { input: { path: { pid: string; uid: string } }; answer: PersonTags };
  /** Read the caller's profile */
  get_profile: { input: Record<string, never>; answer: Profile };
  /** Read a project */
  get_project: { input: { path: { pid: string } }; answer: Project };
  /** Check whether the caller has a calendar address for a project */
  get_project_calendar: { input: { path: { pid: string } }; answer: CalendarState };
  /** Read the colour of a project as a style sheet */
  get_project_colours: { input: { path: { pid: string }; query?: { v?: string } }; answer: string };
  /** Read a person's details in a project */
  get_project_person: { input: { path: { pid: string; uid: string } }; answer: ProjectPerson };
  /** Read the picture of a project */
  get_project_picture: { input: { path: { pid: string }; query?: { v?: string } }; answer: string };
  /** Check that the service is ready: database reachable, migrations done */
  get_readiness: { input: Record<string, never>; answer: { status: 'ok' | 'unavailable' } };
  /** Read the caller's legal name, phone number and identity */
  get_real_profile: { input: Record<string, never>; answer: RealProfile };
  /** Read a message to the caller */
  get_received_message: { input: { path: { id: string } }; answer: ReceivedMessage };
  /** Read how many recovery codes are left */
  get_recovery_codes: { input: Record<string, never>; answer: RecoveryCodes };
  /** Read the caller's CV */
  get_resume: { input: Record<string, never>; answer: Resume };
  /** Read how long private data and answers are kept */
  get_retention: { input: Record<string, never>; answer: Retention };
  /** List who is on site */
  get_roll_call: { input: { path: { pid: string } }; answer: RollCall };
  /** Read all rooms, and who needs a bed */
  get_rooms: { input: { path: { pid: string } }; answer: RoomBoard };
  /** Read the content of a screen: now, next, and where people are missing */
  get_screen: { input: { path: { screen: string } }; answer: Screen };
  /** Read which years of the event came before */
  get_series: { input: { path: { pid: string } }; answer: Series };
  /** Compare the years of an event */
  get_series_statistics: { input: { path: { pid: string } }; answer: SeriesStatistics };
  /** Read the state of the service: version, queue, failed emails, backups */
  get_service_state: { input: Record<string, never>; answer: ServiceState };
  /** Read whether this browser's sign-in link was used */
  get_sign_in_progress: { input: Record<string, never>; answer: SignInProgress };
  /** Read the rules for signing in */
  get_sign_in_rules: { input: Record<string, never>; answer: SignInRules };
  /** List the ways to sign in */
  get_sign_in_ways: { input: Record<string, never>; answer: SignInWays };
  /** Compare hours, no-shows and people by year */
  get_statistics: { input: { path: { pid: string } }; answer: HoursStatistics };
  /** Read a task */
  get_task: { input: { path: { pid: string; id: string } }; answer: Task };
  /** Read a series */
  get_task_series: { input: { path: { pid: string; id: string } }; answer: TaskSeries };
  /** Read a team */
  get_team: { input: { path: { pid: string; tid: string } }; answer: Team };
  /** Check whether the caller has a calendar address for a team */
  get_team_calendar: { input: { path: { pid: string; tid: string } }; answer: CalendarState };
  /** Read the page that thanks the people of an event */
  get_thanks_page: { input: { path: { pid: string } }; answer: ThanksPage };
  /** Read a thing to lend */
  get_thing: { input: { path: { pid: string; id: string; thing: string } }; answer: Thing };
  /** Describe the token of this request */
  get_token: { input: Record<string, never>; answer: TokenDescription };
  /** List what is translated, and what is missing */
  get_translation_progress: { input: { path: { pid: string } }; answer: TranslationOverview };
  /** Read the texts of something with their translations */
  get_translations: { input: { path: { pid: string; kind: 'project' | 'team' | 'form' | 'task_kind' | 'document' | 'announcement'; id: string } }; answer: Translations };
  /** Read how much travel money of each form is open and paid without receipts */
  get_travel_payments: { input: { path: { pid: string } }; answer: TravelPayments };
  /** Read a person's public info */
  get_user: { input: { path: { uid: string } }; answer: User };
  /** Make somebody a deputy */
  give_grant: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewGrant }; answer: Grant };
  /** Stop being a deputy */
  give_up_grant: { input: { path: { id: string } }; answer: undefined };
  /** Give a person a skill */
  grant_skill: { input: { path: { pid: string; uid: string; id: string } }; answer: undefined };
  /** Invite the people of a pasted table */
  import_people: { input: { path: { pid: string }; query?: { dry_run?: boolean }; headers?: { 'idempotency-key'?: string }; body: PastedPeople }; answer: ImportedPeople };
  /** Import answers to a form from a table */
  import_responses: { input: { path: { pid: string; form: string }; query?: { dry_run?: boolean }; headers?: { 'idempotency-key'?: string }; body: PastedAnswers }; answer: ImportedAnswers };
  /** Create tasks from a pasted table or CSV */
  import_tasks: { input: { path: { pid: string }; query?: { dry_run?: boolean }; headers?: { 'idempotency-key'?: string }; body: PastedTasks }; answer: ImportedTasks };
  /** Add many things to lend */
  import_things: { input: { path: { pid: string; id: string }; headers?: { 'idempotency-key'?: string }; body: NewThings }; answer: AddedThings };
  /** Read which account a sign-in link belongs to */
  inspect_sign_in_link: { input: { body: EmailConfirmation }; answer: InspectedLink };
  /** Invite people of earlier years to teams */
  invite_former_people: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: AskInvitations }; answer: AskInvited };
  /** Invite people who offer to help to a team */
  invite_help_offers: { input: { path: { pid: string; tid: string }; headers?: { 'idempotency-key'?: string }; body: HelpOfferInvitations }; answer: HelpOffersInvited };
  /** Invite up to 200 addresses to a team by email */
  invite_to_team: { input: { path: { pid: string; tid: string }; headers?: { 'idempotency-key'?: string }; body: NewInvitations }; answer: Invited };
  /** Issue certificates to everyone with hours */
  issue_all_certificates: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string } }; answer: CertificateBatch };
  /** Issue a certificate to a person */
  issue_certificate: { input: { path: { pid: string; uid: string }; headers?: { 'idempotency-key'?: string }; body: NewCertificate }; answer: HeldCertificate };
  /** Join a task */
  join_task: { input: { path: { pid: string; id: string }; body?: JoinTaskRequest }; answer: PendingPlace | undefined };
  /** Leave a task */
  leave_task: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** List the draft plans of a project */
  list_allocations: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: AllocationPage };
  /** List the announcements of a project */
  list_announcements: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string; tid?: string } }; answer: AnnouncementPage };
  /** List the open applications to a team */
  list_applications: { input: { path: { pid: string; tid: string }; query?: { limit?: number; cursor?: string } }; answer: ApplicationPage };
  /** List the attendees of a day's tasks */
  list_attendances: { input: { path: { pid: string }; query: { day: string; limit?: number; cursor?: string } }; answer: AttendancePage };
  /** List who has joined a task */
  list_attendees: { input: { path: { pid: string; id: string }; query?: { limit?: number; cursor?: string } }; answer: AttendeePage };
  /** Read the audit log */
  list_audit: { input: { query?: { actor?: string; project?: string; kind?: string; order?: 'newest' | 'oldest'; limit?: number; cursor?: string } }; answer: AuditPage };
  /** List tasks where the caller might get a place */
  list_awaited_tasks: { input: { query?: { limit?: number; cursor?: string } }; answer: AwaitedTaskPage };
  /** List budgets */
  list_budgets: { input: { path: { pid: string } }; answer: Budgets };
  /** Find people of a project by name */
  list_candidates: { input: { path: { pid: string }; query?: { q?: string; limit?: number; cursor?: string } }; answer: CandidatePage };
  /** Count how often kinds, locations and skills are used */
  list_catalogue_uses: { input: { path: { pid: string } }; answer: CatalogueUses };
  /** List chat channels */
  list_chat_channels: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string; tid?: string } }; answer: ChatChannelPage };
  /** List the claims that were sent */
  list_claims: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string; state?: 'sent' | 'returned' | 'refused' | 'withdrawn' | 'approved' | 'in_payout' | 'paid'; budget?: string; uid?: string; q?: string; order?: 'newest' | 'oldest' } }; answer: ClaimPage };
  /** List the codes of a hand-out, with who has them */
  list_codes: { input: { path: { pid: string; id: string }; query?: { limit?: number; cursor?: string } }; answer: ListedCodePage };
  /** List projects that ask the caller to confirm */
  list_confirmations: { input: { query?: { limit?: number; cursor?: string } }; answer: ConfirmationQuestionPage };
  /** List the desk devices and screens */
  list_devices: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: DevicePage };
  /** List the dietary needs that can be chosen */
  list_dietary_habits: { input: { query?: { limit?: number; cursor?: string } }; answer: DietaryHabitPage };
  /** List the versions of a document */
  list_document_versions: { input: { path: { pid: string; id: string } }; answer: DocumentVersions };
  /** List the documents of a project */
  list_documents: { input: { path: { pid: string } }; answer: Documents };
  /** List what is approved and not in a payout, by person */
  list_due_payments: { input: { path: { pid: string } }; answer: DuePayments };
  /** List who is entitled to a hand-out, and who has had it */
  list_earned_hand_outs: { input: { path: { pid: string; id: string }; query?: { limit?: number; cursor?: string } }; answer: EarnedPeople };
  /** List all error codes */
  list_errors: { input: Record<string, never>; answer: ErrorCatalogue };
  /** List the kinds of forms that owners can create */
  list_form_kinds: { input: { query?: { limit?: number; cursor?: string } }; answer: FormKindPage };
  /** List the people of earlier years, to ask them again */
  list_former_people: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string; state?: 'to_ask' | 'asked' | 'yes' | 'no'; asker?: 'nobody' | string; q?: string } }; answer: FormerPersonPage };
  /** List the forms that are open to the caller */
  list_forms: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string; totals?: boolean } }; answer: FormPage };
  /** List who received a hand-out */
  list_given_hand_outs: { input: { path: { pid: string; id: string }; query?: { limit?: number; cursor?: string } }; answer: GivenHandOutPage };
  /** List places that people want to give up */
  list_given_places: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: GivenPlacePage };
  /** List the deputies of a project */
  list_grants: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string; state?: 'open' | 'ended'; granted_by?: string } }; answer: GrantPage };
  /** List the people of a group who agreed to be added to mailing lists and channels */
  list_group_contacts: { input: { path: { pid: string; group: string }; query?: { limit?: number; cursor?: string } }; answer: GroupPersonPage };
  /** Read the log of a synced group */
  list_group_differences: { input: { path: { pid: string; id: string }; query?: { limit?: number; cursor?: string } }; answer: GroupDifferencePage };
  /** List the people of a group with their addresses */
  list_group_people: { input: { path: { pid: string; group: string }; query?: { limit?: number; cursor?: string } }; answer: GroupPersonPage };
  /** List the servers whose lists and channels follow teams */
  list_group_servers: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: GroupServerPage };
  /** List the groups for mailing lists and channels */
  list_groups: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: GroupPage };
  /** List hand-outs */
  list_hand_outs: { input: { path: { pid: string } }; answer: HandOuts };
  /** Find people who offer to help */
  list_help_offers: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string; q?: string } }; answer: HelpOfferPage };
  /** List who was asked to help with a task */
  list_help_requests: { input: { path: { pid: string; id: string }; query?: { limit?: number; cursor?: string } }; answer: HelpRequestPage };
  /** List everyone's hours */
  list_hours: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: HoursPage };
  /** List the caller's linked accounts */
  list_identities: { input: { query?: { limit?: number; cursor?: string } }; answer: IdentityPage };
  /** List the imports of the last 7 days */
  list_imports: { input: { path: { pid: string } }; answer: Imports };
  /** List the invitations to a team */
  list_invitations: { input: { path: { pid: string; tid: string }; query?: { limit?: number; cursor?: string; role?: 'member' | 'chief' | 'owner'; state?: 'open' | 'not_sent' | 'accepted' | 'declined' | 'expired'; q?: string } }; answer: InvitationPage };
  /** List requests for a place on a task */
  list_join_requests: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string; task?: string } }; answer: JoinRequestPage };
  /** List projects in which the caller took part and is in no team */
  list_left_projects: { input: { query?: { limit?: number; cursor?: string } }; answer: LeftProjectPage };
  /** List the teams of a project */
  list_members: { input: { path: { pid: string } }; answer: MemberListing };
  /** List the teams of a project, by query parameter (deprecated) */
  list_members_by_query: { input: { query: { pid: string } }; answer: MemberListing };
  /** List the teams of a project, at the short path */
  list_members_short: { input: { path: { pid: string } }; answer: MemberListing };
  /** List the recipients of a message with their delivery status */
  list_message_recipients: { input: { path: { pid: string; id: string }; query?: { state?: 'waiting' | 'sending' | 'sent' | 'skipped' | 'refused' | 'failed' | 'in_doubt' | 'cancelled'; unreached?: boolean; limit?: number; cursor?: string } }; answer: MessageRecipientPage };
  /** List messages of a project */
  list_messages: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: MessagePage };
  /** List who has not answered a form */
  list_missing_responses: { input: { path: { pid: string; form: string }; query?: { limit?: number; cursor?: string } }; answer: MissingPersonPage };
  /** List what the caller gets, earns and has borrowed */
  list_my_entitlements: { input: { path: { pid: string } }; answer: OwnEntitlements };
  /** List the caller's notices */
  list_notices: { input: { query?: { limit?: number; cursor?: string } }; answer: NoticePage };
  /** List places that others want to hand over */
  list_offers: { input: { query?: { limit?: number; cursor?: string; made?: boolean; task?: string; all?: boolean } }; answer: PlaceOfferPage };
  /** List everything that is lent now */
  list_open_loans: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: ThingPage };
  /** List tasks that the caller can take */
  list_open_tasks: { input: { query?: { limit?: number; cursor?: string; project?: string; day?: string; tid?: string; place?: string; kind?: string; all?: boolean; full?: boolean; length?: 'short' | 'medium' | 'long'; order?: 'need' | 'time' } }; answer: OpenTaskPage };
  /** List the announcements of the caller's projects and teams */
  list_own_announcements: { input: { query?: { limit?: number; cursor?: string } }; answer: OwnAnnouncementPage };
  /** List the caller's open applications */
  list_own_applications: { input: { query?: { limit?: number; cursor?: string } }; answer: OwnApplicationPage };
  /** List the claims that may be paid to the caller's bank account */
  list_own_claim_consents: { input: { query?: { limit?: number; cursor?: string } }; answer: SharedClaimPage };
  /** List the caller's claims in a project */
  list_own_claims: { input: { path: { pid: string } }; answer: OwnClaims };
  /** List who can see the caller's private data */
  list_own_consents: { input: { query?: { limit?: number; cursor?: string } }; answer: OwnConsentPage };
  /** List the projects whose lists and channels the caller agreed to be added to */
  list_own_group_consents: { input: { query?: { limit?: number; cursor?: string } }; answer: GroupConsentPage };
  /** List the invitations to the caller's address */
  list_own_invitations: { input: { query?: { limit?: number; cursor?: string } }; answer: OwnInvitationPage };
  /** List the caller's visibility in the public listings of their projects */
  list_own_listings: { input: { query?: { limit?: number; cursor?: string } }; answer: OwnListingPage };
  /** List the caller's skills in a project */
  list_own_skills: { input: { path: { pid: string } }; answer: PersonSkills };
  /** List the tasks that the caller has joined */
  list_own_tasks: { input: { query?: { limit?: number; cursor?: string } }; answer: OwnTaskPage };
  /** List the owners of a project */
  list_owners: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: ProjectOwnerPage };
  /** List the private data shared through a form */
  list_passed_on: { input: { path: { pid: string; form: string }; query: { kind: 'bank' | 'address' | 'real_profile'; limit?: number; cursor?: string } }; answer: PassedOnPage };
  /** List the caller's passkeys */
  list_passkeys: { input: { query?: { limit?: number; cursor?: string } }; answer: PasskeyPage };
  /** List travel money and payments */
  list_payments: { input: { path: { pid: string; form: string }; query?: { limit?: number; cursor?: string } }; answer: PaymentPage };
  /** List payouts */
  list_payouts: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: PayoutPage };
  /** List the skills of a person */
  list_person_skills: { input: { path: { pid: string; uid: string } }; answer: PersonSkills };
  /** List what happened to a person in a project, and what they were sent */
  list_person_timeline: { input: { path: { pid: string; uid: string }; query?: { limit?: number; cursor?: string } }; answer: TimelinePage };
  /** List QR codes of all locations, to print and put up */
  list_place_codes: { input: { path: { pid: string } }; answer: PlaceCodes };
  /** List the locations of a project */
  list_places: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: PlacePage };
  /** List the places in tasks that people would lose if the team were disabled */
  list_places_lost_by_disabling: { input: { path: { pid: string; tid: string }; query?: { limit?: number; cursor?: string } }; answer: ReleasedPlacePage };
  /** List the places in tasks that a person would lose by leaving a team */
  list_places_lost_by_leaving: { input: { path: { pid: string; tid: string; uid: string }; query?: { limit?: number; cursor?: string } }; answer: ReleasedPlacePage };
  /** List the places in tasks that an owner would lose when removed */
  list_places_lost_by_owner: { input: { path: { pid: string; uid: string }; query?: { limit?: number; cursor?: string } }; answer: ReleasedPlacePage };
  /** List the places in tasks that a person would lose if suspended */
  list_places_lost_by_suspension: { input: { path: { uid: string }; query?: { limit?: number; cursor?: string } }; answer: ReleasedPlacePage };
  /** Read the plan of several days */
  list_plan: { input: { path: { pid: string }; query?: { from?: string; to?: string; limit?: number; cursor?: string } }; answer: PlanTaskPage };
  /** Find people to share a room with, or to swap with */
  list_possible_room_mates: { input: { path: { pid: string }; query?: { q?: string; limit?: number; cursor?: string } }; answer: PossibleRoomMatePage };
  /** List who has seen the caller's private data */
  list_private_reads: { input: { query?: { limit?: number; cursor?: string } }; answer: PrivateReadPage };
  /** List the applications to the teams of a project */
  list_project_applications: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string; state?: 'open' | 'sent' | 'accepted' | 'waiting' | 'declined' | 'withdrawn' | 'lapsed' | 'pending' | 'all'; tid?: string; q?: string } }; answer: ApplicationPage };
  /** List the invitations of a project */
  list_project_invitations: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string; role?: 'member' | 'chief' | 'owner'; state?: 'open' | 'not_sent' | 'accepted' | 'declined' | 'expired'; q?: string } }; answer: InvitationPage };
  /** List the people of a project */
  list_project_people: { input: { path: { pid: string }; query?: { q?: string; email?: string; tid?: string; role?: 'owner' | 'chief' | 'member' | 'helper'; form?: string; answered?: boolean; without_tasks?: boolean; incomplete?: boolean; no_other_team?: boolean; suspended?: boolean; uids?: string; tag?: string; day?: string; contacts?: boolean; limit?: number; cursor?: string } }; answer: RosterPage };
  /** List the projects */
  list_projects: { input: { query?: { limit?: number; cursor?: string } }; answer: ProjectPage };
  /** List the browsers that show the caller's notifications */
  list_push_subscriptions: { input: Record<string, never>; answer: PushSubscriptions };
  /** List what a person got about a project */
  list_received_notices: { input: { path: { pid: string; uid: string }; query?: { limit?: number; cursor?: string } }; answer: ReceivedNoticePage };
  /** List the answers to a form */
  list_responses: { input: { path: { pid: string; form: string }; query?: { limit?: number; cursor?: string; sort?: 'name' } }; answer: ResponsePage };
  /** List people of an earlier project who could be invited again */
  list_returning_people: { input: { path: { pid: string }; query: { from: string; tid?: string; limit?: number; cursor?: string } }; answer: ReturningPage };
  /** List the service accounts of a project */
  list_service_accounts: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: ServiceAccountPage };
  /** List the caller's signed-in browsers */
  list_sessions: { input: { query?: { limit?: number; cursor?: string } }; answer: SessionPage };
  /** List who has signed a document */
  list_signatures: { input: { path: { pid: string; id: string }; query?: { limit?: number; cursor?: string; missing?: boolean } }; answer: SignaturePage };
  /** List the skills that tasks of a project can require */
  list_skills: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: SkillPage };
  /** List people who can take a place on a task */
  list_substitutes: { input: { path: { pid: string; id: string }; query?: { limit?: number } }; answer: SubstituteList };
  /** List the mailing lists and channels that follow groups of the project */
  list_synced_groups: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: SyncedGroupPage };
  /** List the tags of the people of a project */
  list_tags: { input: { path: { pid: string } }; answer: Tags };
  /** List the task categories of a project */
  list_task_categories: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: TaskCategoryPage };
  /** List the days with tasks */
  list_task_days: { input: { path: { pid: string }; query?: { day?: string; hour?: string; tid?: string; category?: string; open?: boolean; upcoming?: boolean; place?: string; kind?: string; understaffed?: boolean; mine?: boolean; planned?: boolean; q?: string } }; answer: TaskDays };
  /** List the kinds of tasks of a project */
  list_task_kinds: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: TaskKindPage };
  /** List the series of a project */
  list_task_series: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: TaskSeriesPage };
  /** List the tasks of a project */
  list_tasks: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string; day?: string; hour?: string; tid?: string; category?: string; open?: boolean; upcoming?: boolean; place?: string; kind?: string; understaffed?: boolean; mine?: boolean; planned?: boolean; q?: string } }; answer: TaskPage };
  /** List the chiefs of a team */
  list_team_chiefs: { input: { path: { pid: string; tid: string }; query?: { limit?: number; cursor?: string; q?: string } }; answer: TeamPersonPage };
  /** List hours on a team's tasks */
  list_team_hours: { input: { path: { pid: string; tid: string }; query?: { limit?: number; cursor?: string } }; answer: TeamHoursPage };
  /** List the members of a team, the chiefs first */
  list_team_members: { input: { path: { pid: string; tid: string }; query?: { limit?: number; cursor?: string; q?: string } }; answer: TeamPersonPage };
  /** List who leads each team, and what waits in it */
  list_team_summaries: { input: { path: { pid: string } }; answer: TeamSummaries };
  /** List the teams of a project */
  list_teams: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: TeamPage };
  /** List the names on the page that thanks the people of an event */
  list_thanks_names: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: ThanksNamePage };
  /** List who had a thing */
  list_thing_loans: { input: { path: { pid: string; id: string; thing: string } }; answer: ThingLoans };
  /** List the things of a hand-out, with who has them */
  list_things: { input: { path: { pid: string; id: string }; query?: { limit?: number; cursor?: string; out?: boolean } }; answer: ThingPage };
  /** List the caller's API tokens */
  list_tokens: { input: { query?: { limit?: number; cursor?: string } }; answer: ApiTokenPage };
  /** List the travel subsidies of a project */
  list_traffic_subsidies: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: TrafficSubsidyTable };
  /** List who has not confirmed that they're coming */
  list_unconfirmed: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: UnconfirmedPersonPage };
  /** List what devices handed out although it did not count */
  list_uncounted_scans: { input: { path: { pid: string; id: string } }; answer: UncountedScans };
  /** Search people by name */
  list_users: { input: { query?: { q?: string; email?: string; suspended?: boolean; limit?: number; cursor?: string } }; answer: UserPage };
  /** List the waiting list of a task */
  list_waiting: { input: { path: { pid: string; id: string }; query?: { limit?: number; cursor?: string } }; answer: WaitingPersonPage };
  /** List the deliveries of the last 30 days */
  list_webhook_deliveries: { input: { path: { pid: string; id: string }; query?: { limit?: number; cursor?: string } }; answer: WebhookDeliveryPage };
  /** List the webhooks of a project */
  list_webhooks: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string } }; answer: WebhookPage };
  /** List work without a task */
  list_work: { input: { path: { pid: string }; query?: { limit?: number; cursor?: string; state?: 'claimed' | 'approved' | 'declined'; decided?: boolean; mine?: boolean } }; answer: WorkPage };
  /** Mark up to 200 people as paid */
  make_payments: { input: { path: { pid: string; form: string }; headers?: { 'idempotency-key'?: string }; body: NewPayments }; answer: MadePayments };
  /** Mark a person's attendance at a task */
  mark_attendee: { input: { path: { pid: string; id: string; uid: string }; body: AttendanceChanges }; answer: AttendanceMarks };
  /** Mark a payout as paid */
  mark_payout_paid: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string } }; answer: undefined };
  /** Tick people in the roll call */
  mark_roll_call: { input: { path: { pid: string }; body: NewRollCallMarks }; answer: RollCallResults };
  /** Name a guardian, who gets a link by email */
  name_guardian: { input: { path: { pid: string }; body: NewGuardian }; answer: OwnGuardian };
  /** Offer your place to somebody else */
  offer_place: { input: { path: { pid: string; id: string }; body: NewPlaceOffer }; answer: undefined };
  /** Send a delivery of kind `ping` */
  ping_webhook: { input: { path: { pid: string; id: string } }; answer: WebhookDelivery };
  /** Give a person a bed in a room */
  place_guest: { input: { path: { pid: string; id: string; uid: string }; body: NewRoomPlace }; answer: RoomStep };
  /** Give several people beds, as one step */
  place_guests: { input: { path: { pid: string }; body: NewPlacements }; answer: PlacementResults };
  /** Count the people in an audience */
  preview_audience: { input: { path: { pid: string }; body: PreviewAudienceRequest }; answer: AudiencePreview };
  /** Preview a message for one person */
  preview_message: { input: { path: { pid: string }; body: PreviewMessageRequest }; answer: MessageText };
  /** Preview how much of the plan a new project would copy */
  preview_plan_copy: { input: { path: { pid: string }; query?: { starts_on?: string; ends_on?: string } }; answer: PlanCopy };
  /** Export a certificate as PDF */
  print_certificate: { input: { path: { pid: string; number: string } }; answer: string };
  /** Export a person's statement of hours as PDF */
  print_statement: { input: { path: { pid: string; uid: string }; query?: { language?: 'en' | 'de' | 'ja' | 'zh-CN' | 'zh-TW' } }; answer: string };
  /** Publish the decisions */
  publish_decisions: { input: { path: { pid: string }; body: NewPublication }; answer: Publication };
  /** Publish a new version of a document */
  publish_document_version: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string }; body: NewVersion }; answer: Document };
  /** Change the caller's postal address */
  put_address: { input: { headers?: { 'if-match'?: string }; body: Address }; answer: Address };
  /** Change the caller's bank account */
  put_bank: { input: { headers?: { 'if-match'?: string }; body: Bank }; answer: Bank };
  /** Add and change budgets */
  put_budgets: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: NewBudgets }; answer: undefined };
  /** Change the caller's contact details */
  put_contact: { input: { headers?: { 'if-match'?: string }; body: Contact }; answer: Contact };
  /** Change the caller's dietary needs */
  put_dietary_habits: { input: { headers?: { 'if-match'?: string }; body: DietaryHabits }; answer: DietaryHabits };
  /** Change the caller's emergency contacts */
  put_emergency: { input: { headers?: { 'if-match'?: string }; body: Emergency }; answer: Emergency };
  /** Offer to help with events */
  put_help_offer: { input: { headers?: { 'if-match'?: string }; body: OwnHelpOffer }; answer: OwnHelpOffer };
  /** Change the caller's notice settings */
  put_notice_settings: { input: { body: PutNoticeSettingsRequest }; answer: NoticeSettings };
  /** Change the caller's profile */
  put_profile: { input: { headers?: { 'if-match'?: string }; body: PutProfileRequest }; answer: Profile };
  /** Change the caller's legal name, phone number and identity */
  put_real_profile: { input: { headers?: { 'if-match'?: string }; body: RealProfile }; answer: RealProfile };
  /** Change the caller's CV */
  put_resume: { input: { headers?: { 'if-match'?: string }; body: Resume }; answer: Resume };
  /** Change the rules for signing in */
  put_sign_in_rules: { input: { body: SignInRules }; answer: SignInRules };
  /** Set the amount for one location */
  put_traffic_subsidy: { input: { path: { pid: string; location: string }; headers?: { 'if-match'?: string }; body: NewTrafficSubsidy }; answer: undefined };
  /** The public announcements of a project as an Atom feed */
  read_announcement_feed: { input: { path: { file: string } }; answer: string };
  /** A calendar as an iCalendar file */
  read_calendar: { input: { path: { file: string } }; answer: string };
  /** Read changes */
  read_changes: { input: { query?: { after?: string; project?: string; kinds?: string; limit?: number } }; answer: ChangePage };
  /** Read what a guardian is asked */
  read_guardian_consent: { input: { body: GuardianCode }; answer: GuardianConsent };
  /** Mark notices as read */
  read_notices: { input: { body: ReadNoticesRequest }; answer: undefined };
  /** Send a delivery again */
  redeliver: { input: { path: { pid: string; id: string; delivery: string } }; answer: WebhookDelivery };
  /** Lift the suspension of an account */
  reinstate_user: { input: { path: { uid: string } }; answer: undefined };
  /** Remind those who cannot be paid by transfer */
  remind_of_accounts: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: PaymentReminder }; answer: RemindedPeople };
  /** Sign out everywhere */
  remove_all_sessions: { input: Record<string, never>; answer: undefined };
  /** Remove a person from a task */
  remove_attendee: { input: { path: { pid: string; id: string; uid: string } }; answer: undefined };
  /** Remove a chat channel */
  remove_chat_channel: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Remove a chief of a team */
  remove_chief: { input: { path: { pid: string; tid: string; uid: string } }; answer: undefined };
  /** Delete a code that nobody has */
  remove_code: { input: { path: { pid: string; id: string; listed: string } }; answer: undefined };
  /** Remove a server */
  remove_group_server: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Delete a hand-out and the list of who got it */
  remove_hand_out: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Remove a member from a team, or leave it */
  remove_member: { input: { path: { pid: string; tid: string; uid: string } }; answer: undefined };
  /** Remove an owner of a project */
  remove_owner: { input: { path: { pid: string; uid: string }; query?: { end_grants?: boolean } }; answer: undefined };
  /** Remove one of the caller's passkeys */
  remove_passkey: { input: { path: { id: string } }; answer: undefined };
  /** Remove the picture of a project */
  remove_project_picture: { input: { path: { pid: string }; headers?: { 'if-match'?: string } }; answer: Project };
  /** Stop notifications to a browser */
  remove_push_subscription: { input: { path: { id: string } }; answer: undefined };
  /** Delete a room in which nobody sleeps */
  remove_room: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** End the sync of a mailing list or channel */
  remove_synced_group: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Delete a thing and the list of who had it */
  remove_thing: { input: { path: { pid: string; id: string; thing: string } }; answer: undefined };
  /** Remove a person from the waiting list of a task */
  remove_waiting: { input: { path: { pid: string; id: string; uid: string } }; answer: undefined };
  /** Delete a webhook and its log */
  remove_webhook: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Delete work */
  remove_work: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Create a new token for a service account */
  renew_service_account: { input: { path: { pid: string; id: string }; body: ServiceAccountRenewal }; answer: RenewedServiceAccount };
  /** Replace one of the caller's API tokens */
  renew_token: { input: { path: { id: string } }; answer: RenewedToken };
  /** Replace a person who isn't there */
  replace_attendee: { input: { path: { pid: string; id: string; uid: string }; body: Replacement }; answer: undefined };
  /** Replace the whole table */
  replace_traffic_subsidies: { input: { path: { pid: string }; headers?: { 'if-match'?: string }; body: NewTrafficSubsidyTable }; answer: undefined };
  /** Report that somebody else made the change in a security notice */
  report_not_me: { input: { body: EmailReversal }; answer: undefined };
  /** Request a change of the caller's email address */
  request_email_change: { input: { body: EmailChangeRequest }; answer: EmailChangeRequested };
  /** Request a sign-in link by email */
  request_sign_in_link: { input: { body: LinkRequest }; answer: LinkRequested };
  /** Send a message again to people whose delivery status is unknown */
  resend_message: { input: { path: { pid: string; id: string } }; answer: Message };
  /** Remove all passkeys and recovery codes of a person */
  reset_passkeys: { input: { path: { uid: string } }; answer: undefined };
  /** Mark a thing as returned, broken or lost without a scan */
  return_thing: { input: { path: { pid: string; id: string; thing: string }; body: ThingReturn }; answer: ReturnedThing };
  /** Restore the old email address of an account */
  revert_email_change: { input: { body: EmailReversal }; answer: undefined };
  /** Revoke a certificate */
  revoke_certificate: { input: { path: { pid: string; number: string }; body: CertificateRevocation }; answer: undefined };
  /** Revoke a device */
  revoke_device: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Revoke an invitation */
  revoke_invitation: { input: { path: { pid: string; tid: string; id: string } }; answer: undefined };
  /** Revoke a service account */
  revoke_service_account: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Revoke one of the caller's API tokens */
  revoke_token: { input: { path: { id: string } }; answer: undefined };
  /** Create a new secret */
  rotate_webhook_secret: { input: { path: { pid: string; id: string } }; answer: WebhookSecret };
  /** Apply, or change the caller's application */
  save_my_application: { input: { path: { pid: string }; headers?: { 'if-match'?: string }; body: NewMyApplication }; answer: MyApplication };
  /** Answer a form, or change the caller's answer */
  save_own_response: { input: { path: { pid: string; form: string }; headers?: { 'if-match'?: string }; body: NewResponse }; answer: OwnResponse };
  /** Find people, teams, tasks and forms by name */
  search_project: { input: { path: { pid: string }; query: { q: string; limit?: number } }; answer: SearchResults };
  /** Send a claim, or send it again after it was returned */
  send_claim: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string }; body: ClaimSubmission }; answer: Claim };
  /** Send a draft now, or at its `send_at` */
  send_message: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string; 'idempotency-key'?: string } }; answer: Message };
  /** Send scans from a device */
  send_scans: { input: { path: { pid: string }; body: NewScans }; answer: ScanResults };
  /** Set the caller's availability in a project */
  set_availability: { input: { path: { pid: string }; body: NewAvailability }; answer: Availability };
  /** Change the certificate settings */
  set_certificate_settings: { input: { path: { pid: string }; body: CertificateSettings }; answer: CertificateSettings };
  /** Note that a person of an earlier year was asked, or their answer */
  set_former_person: { input: { path: { pid: string; uid: string }; headers?: { 'if-match'?: string }; body: AskAnswer }; answer: FormerPerson };
  /** Set the caller's visibility in the public listing of a project */
  set_own_listing: { input: { path: { pid: string }; body: OwnListingInput }; answer: OwnListing };
  /** Agree to be thanked by name in public */
  set_own_thanks: { input: { path: { pid: string }; body: OwnThanksInput }; answer: OwnThanks };
  /** Note something about a person, for other organisers */
  set_person_note: { input: { path: { pid: string; uid: string }; headers?: { 'if-match'?: string }; body: PersonNoteInput }; answer: PersonNote };
  /** Set the tags of a person */
  set_person_tags: { input: { path: { pid: string; uid: string }; headers?: { 'if-match'?: string }; body: PersonTags }; answer: PersonTags };
  /** Set the picture of a project */
  set_project_picture: { input: { path: { pid: string }; headers?: { 'if-match'?: string }; body: NewPicture }; answer: Project };
  /** Say which year of the event came before */
  set_series: { input: { path: { pid: string }; headers?: { 'if-match'?: string }; body: SeriesChange }; answer: Series };
  /** Write the page that thanks the people of an event, and publish it */
  set_thanks_page: { input: { path: { pid: string }; headers?: { 'if-match'?: string }; body: ThanksPageInput }; answer: ThanksPage };
  /** Translate the texts of something */
  set_translations: { input: { path: { pid: string; kind: 'project' | 'team' | 'form' | 'task_kind' | 'document' | 'announcement'; id: string }; headers?: { 'if-match'?: string }; body: TranslationChange }; answer: Translations };
  /** Let a claim be paid to the caller's bank account */
  share_bank_for_claim: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Share out who asks which people of earlier years */
  share_former_people: { input: { path: { pid: string }; headers?: { 'idempotency-key'?: string }; body: AskShare }; answer: AskShared };
  /** Sign a document */
  sign_document: { input: { path: { pid: string; id: string }; body: NewSignature }; answer: Signature };
  /** Exchange the token of a sign-in link for a session cookie */
  sign_in: { input: { body: SignInRequest }; answer: SignedInByMail };
  /** Exchange the code of a sign-in email for a session cookie */
  sign_in_with_code: { input: { body: CodeSignIn }; answer: SignedInByMail };
  /** Sign in with a passkey */
  sign_in_with_passkey: { input: { body: PasskeyAnswer }; answer: SignedIn };
  /** End the session of this browser */
  sign_out: { input: Record<string, never>; answer: undefined };
  /** Start a roll call */
  start_roll_call: { input: { path: { pid: string }; body: NewRollCall }; answer: RollCall };
  /** Suspend an account */
  suspend_user: { input: { path: { uid: string }; body: SuspendUserRequest }; answer: undefined };
  /** Compare all groups of a server now */
  sync_group_server: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Undo giving out an item */
  take_back_hand_out: { input: { path: { pid: string; id: string; given: string } }; answer: undefined };
  /** Take a place that somebody offers */
  take_offer: { input: { path: { pid: string; id: string; uid: string } }; answer: undefined };
  /** Send a test message */
  test_chat_channel: { input: { path: { pid: string; id: string } }; answer: ChatTest };
  /** Send a test of a draft to its author */
  test_message: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Undo applying a draft plan */
  undo_allocation: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string } }; answer: AllocationDetails };
  /** Undo an import */
  undo_import: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Undo marking a person as paid */
  undo_payment: { input: { path: { pid: string; form: string; uid: string } }; answer: undefined };
  /** Undo a planning step */
  undo_planning_step: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Undo a step of placing people */
  undo_room_step: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Unlink an account */
  unlink_identity: { input: { path: { id: string } }; answer: undefined };
  /** Undo marking a payout as paid */
  unmark_payout_paid: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string } }; answer: undefined };
  /** Take a person out of a room */
  unplace_guest: { input: { path: { pid: string; id: string; uid: string } }; answer: RoomStep };
  /** Withdraw the consent to use the bank account for a claim */
  unshare_bank_for_claim: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Unsubscribe from emails by link */
  unsubscribe: { input: { query: { code: string }; body: UnsubscribeRequest }; answer: undefined };
  /** Change a project */
  update_project: { input: { path: { pid: string }; headers?: { 'if-match'?: string }; body: ProjectChange }; answer: Project };
  /** Change a team */
  update_team: { input: { path: { pid: string; tid: string }; headers?: { 'if-match'?: string }; body: TeamChange }; answer: Team };
  /** Check a certificate by its number */
  verify_certificate: { input: { path: { number: string } }; answer: VerifiedCertificate };
  /** Start sign-in with the configured provider */
  visit_provider: { input: Record<string, never>; answer: ProviderVisit };
  /** Withdraw the caller's application */
  withdraw_application: { input: { path: { pid: string; tid: string } }; answer: undefined };
  /** Withdraw a claim that is not decided yet */
  withdraw_claim: { input: { path: { pid: string; id: string }; headers?: { 'if-match'?: string } }; answer: undefined };
  /** Withdraw consent to share the caller's private data */
  withdraw_consent: { input: { path: { pid: string; form: string } }; answer: undefined };
  /** Withdraw the caller's application */
  withdraw_my_application: { input: { path: { pid: string } }; answer: undefined };
  /** Withdraw the offer of your place */
  withdraw_offer: { input: { path: { pid: string; id: string } }; answer: undefined };
  /** Remove a skill from a person */
  withdraw_skill: { input: { path: { pid: string; uid: string; id: string } }; answer: undefined };
};

export const addresses: { readonly [K in keyof Operations]: readonly [method: string, path: string] } = {
  accept_application: ['PUT', '/api/projects/{pid}/teams/{tid}/applications/{uid}/acceptance'],
  accept_invitation: ['PUT', '/api/me/invitations/{id}/acceptance'],
  add_attendee: ['PUT', '/api/projects/{pid}/tasks/{id}/attendees/{uid}'],
  add_chat_channel: ['POST', '/api/projects/{pid}/chat-channels'],
  add_chief: ['PUT', '/api/projects/{pid}/teams/{tid}/chiefs/{uid}'],
  add_claim_file: ['POST', '/api/projects/{pid}/claims/{id}/files'],
  add_codes: ['POST', '/api/projects/{pid}/hand-outs/{id}/codes'],
  add_group_server: ['POST', '/api/projects/{pid}/group-servers'],
  add_member: ['PUT', '/api/projects/{pid}/teams/{tid}/members/{uid}'],
  add_members: ['POST', '/api/projects/{pid}/teams/{tid}/members'],
  add_owner: ['PUT', '/api/projects/{pid}/owners/{uid}'],
  add_passkey: ['POST', '/api/me/passkeys'],
  add_push_subscription: ['POST', '/api/me/push-subscriptions'],
  add_synced_group: ['POST', '/api/projects/{pid}/synced-groups'],
  add_thing: ['POST', '/api/projects/{pid}/hand-outs/{id}/things'],
  add_work: ['POST', '/api/projects/{pid}/work'],
  answer_guardian_consent: ['PUT', '/api/guardian-consent'],
  answer_help_request: ['PUT', '/api/projects/{pid}/tasks/{id}/help-request'],
  answer_room_swap: ['PUT', '/api/projects/{pid}/my-room/swaps/{id}'],
  apply_allocation: ['PUT', '/api/projects/{pid}/allocations/{id}/applied'],
  apply_to_team: ['PUT', '/api/projects/{pid}/teams/{tid}/application'],
  appoint_administrator: ['PUT', '/api/admins/{uid}'],
  ask_confirmation: ['POST', '/api/me/confirmation/challenge'],
  ask_for_help: ['POST', '/api/projects/{pid}/tasks/{id}/help-requests'],
  ask_for_replacement: ['POST', '/api/projects/{pid}/tasks/{id}/attendees/{uid}/replacement'],
  ask_guardian_again: ['POST', '/api/projects/{pid}/my-guardian/mail'],
  ask_new_passkey: ['POST', '/api/me/passkeys/challenge'],
  ask_passkey_sign_in: ['POST', '/api/sign-in/passkey/challenge'],
  ask_room_swap: ['POST', '/api/projects/{pid}/my-room/swaps'],
  cancel_message: ['POST', '/api/projects/{pid}/messages/{id}/cancel'],
  change_announcement: ['PATCH', '/api/projects/{pid}/announcements/{id}'],
  change_budget: ['PUT', '/api/projects/{pid}/budgets/{code}'],
  change_chat_channel: ['PATCH', '/api/projects/{pid}/chat-channels/{id}'],
  change_claim: ['PATCH', '/api/projects/{pid}/claims/{id}'],
  change_document: ['PATCH', '/api/projects/{pid}/documents/{id}'],
  change_form: ['PATCH', '/api/projects/{pid}/forms/{form}'],
  change_grant: ['PATCH', '/api/projects/{pid}/grants/{id}'],
  change_group_server: ['PATCH', '/api/projects/{pid}/group-servers/{id}'],
  change_hand_out: ['PATCH', '/api/projects/{pid}/hand-outs/{id}'],
  change_message: ['PUT', '/api/projects/{pid}/messages/{id}'],
  change_money_settings: ['PUT', '/api/projects/{pid}/money-settings'],
  change_place: ['PATCH', '/api/projects/{pid}/places/{id}'],
  change_room: ['PATCH', '/api/projects/{pid}/rooms/{id}'],
  change_skill: ['PATCH', '/api/projects/{pid}/skills/{id}'],
  change_synced_group: ['PATCH', '/api/projects/{pid}/synced-groups/{id}'],
  change_tags: ['POST', '/api/projects/{pid}/people/tags'],
  change_task: ['PATCH', '/api/projects/{pid}/tasks/{id}'],
  change_task_kind: ['PATCH', '/api/projects/{pid}/task-kinds/{id}'],
  change_task_series: ['PATCH', '/api/projects/{pid}/task-series/{id}'],
  change_tasks: ['POST', '/api/projects/{pid}/tasks/changes'],
  change_thanks_name: ['PUT', '/api/projects/{pid}/thanks/names/{uid}'],
  change_thing: ['PATCH', '/api/projects/{pid}/hand-outs/{id}/things/{thing}'],
  change_webhook: ['PATCH', '/api/projects/{pid}/webhooks/{id}'],
  check_candidates: ['GET', '/api/projects/{pid}/tasks/{id}/candidates'],
  check_in: ['POST', '/api/projects/{pid}/places/{place}/check-in'],
  choose_leading_project: ['PUT', '/api/admin/leading-project'],
  choose_my_groups: ['PUT', '/api/projects/{pid}/my-groups'],
  choose_room_mates: ['PUT', '/api/projects/{pid}/my-room/wishes'],
  confirm_attendance: ['PUT', '/api/projects/{pid}/confirmation'],
  confirm_bank: ['PUT', '/api/me/bank/confirmation'],
  confirm_email_change: ['POST', '/api/me/email/confirmation'],
  confirm_session: ['POST', '/api/me/confirmation'],
  confirm_with_recovery_code: ['POST', '/api/me/confirmation/recovery-code'],
  copy_tasks: ['POST', '/api/projects/{pid}/tasks/copies'],
  count_help_candidates: ['GET', '/api/projects/{pid}/tasks/{id}/help-candidates'],
  create_allocation: ['POST', '/api/projects/{pid}/allocations'],
  create_announcement: ['POST', '/api/projects/{pid}/announcements'],
  create_claim: ['POST', '/api/projects/{pid}/claims'],
  create_device: ['POST', '/api/projects/{pid}/devices'],
  create_document: ['POST', '/api/projects/{pid}/documents'],
  create_exchange_credentials: ['POST', '/api/me/exchange-credentials'],
  create_form: ['POST', '/api/projects/{pid}/forms'],
  create_hand_out: ['POST', '/api/projects/{pid}/hand-outs'],
  create_invitation_reminders: ['POST', '/api/projects/{pid}/invitations/reminders'],
  create_message: ['POST', '/api/projects/{pid}/messages'],
  create_own_calendar: ['POST', '/api/me/calendar'],
  create_payout: ['POST', '/api/projects/{pid}/payouts'],
  create_place: ['POST', '/api/projects/{pid}/places'],
  create_project: ['POST', '/api/projects'],
  create_project_calendar: ['POST', '/api/projects/{pid}/calendar'],
  create_recovery_codes: ['POST', '/api/me/recovery-codes'],
  create_rooms: ['POST', '/api/projects/{pid}/rooms'],
  create_service_account: ['POST', '/api/projects/{pid}/service-accounts'],
  create_skill: ['POST', '/api/projects/{pid}/skills'],
  create_task: ['POST', '/api/projects/{pid}/tasks'],
  create_task_kind: ['POST', '/api/projects/{pid}/task-kinds'],
  create_task_series: ['POST', '/api/projects/{pid}/task-series'],
  create_team: ['POST', '/api/projects/{pid}/teams'],
  create_team_calendar: ['POST', '/api/projects/{pid}/teams/{tid}/calendar'],
  create_webhook: ['POST', '/api/projects/{pid}/webhooks'],
  decide_applications: ['POST', '/api/projects/{pid}/applications/decisions'],
  decide_claim: ['PUT', '/api/projects/{pid}/claims/{id}/decision'],
  decide_join_request: ['PUT', '/api/projects/{pid}/tasks/{id}/requests/{uid}'],
  decide_work: ['PATCH', '/api/projects/{pid}/work/{id}'],
  declare_skills: ['PUT', '/api/projects/{pid}/my-skills'],
  decline_application: ['DELETE', '/api/projects/{pid}/teams/{tid}/applications/{uid}'],
  decline_invitation: ['DELETE', '/api/me/invitations/{id}'],
  decline_offer: ['DELETE', '/api/projects/{pid}/tasks/{id}/offers/{uid}'],
  delete_announcement: ['DELETE', '/api/projects/{pid}/announcements/{id}'],
  delete_budget: ['DELETE', '/api/projects/{pid}/budgets/{code}'],
  delete_claim_file: ['DELETE', '/api/projects/{pid}/claims/{id}/files/{receipt}'],
  delete_document: ['DELETE', '/api/projects/{pid}/documents/{id}'],
  delete_form: ['DELETE', '/api/projects/{pid}/forms/{form}'],
  delete_help_offer: ['DELETE', '/api/me/offer'],
  delete_message: ['DELETE', '/api/projects/{pid}/messages/{id}'],
  delete_own_calendar: ['DELETE', '/api/me/calendar'],
  delete_own_response: ['DELETE', '/api/projects/{pid}/forms/{form}/response'],
  delete_own_thanks: ['DELETE', '/api/projects/{pid}/my-thanks'],
  delete_payout: ['DELETE', '/api/projects/{pid}/payouts/{id}'],
  delete_place: ['DELETE', '/api/projects/{pid}/places/{id}'],
  delete_project: ['DELETE', '/api/projects/{pid}'],
  delete_project_calendar: ['DELETE', '/api/projects/{pid}/calendar'],
  delete_skill: ['DELETE', '/api/projects/{pid}/skills/{id}'],
  delete_task: ['DELETE', '/api/projects/{pid}/tasks/{id}'],
  delete_task_kind: ['DELETE', '/api/projects/{pid}/task-kinds/{id}'],
  delete_task_series: ['DELETE', '/api/projects/{pid}/task-series/{id}'],
  delete_team_calendar: ['DELETE', '/api/projects/{pid}/teams/{tid}/calendar'],
  delete_traffic_subsidy: ['DELETE', '/api/projects/{pid}/traffic-subsidies/{location}'],
  disable_team: ['PUT', '/api/projects/{pid}/teams/{tid}/disabled'],
  discard_allocation: ['DELETE', '/api/projects/{pid}/allocations/{id}'],
  dismiss_administrator: ['DELETE', '/api/admins/{uid}'],
  download_task_event: ['GET', '/api/projects/{pid}/tasks/{id}/event.ics'],
  draft_rooms: ['POST', '/api/projects/{pid}/rooms/draft'],
  enable_team: ['DELETE', '/api/projects/{pid}/teams/{tid}/disabled'],
  end_grant: ['DELETE', '/api/projects/{pid}/grants/{id}'],
  end_session: ['DELETE', '/api/me/sessions/{id}'],
  erase_me: ['DELETE', '/api/me'],
  exchange_token: ['POST', '/api/token'],
  export_applications: ['GET', '/api/projects/{pid}/applications.csv'],
  export_attendees: ['GET', '/api/projects/{pid}/tasks/{id}/attendees.csv'],
  export_audit: ['GET', '/api/audit.csv'],
  export_certificates: ['GET', '/api/projects/{pid}/certificates.zip'],
  export_claims: ['GET', '/api/projects/{pid}/claims.csv'],
  export_hotel_list: ['GET', '/api/projects/{pid}/forms/{form}/hotel-list.csv'],
  export_hours: ['GET', '/api/projects/{pid}/hours.csv'],
  export_me: ['GET', '/api/me/export'],
  export_members: ['GET', '/api/projects/{pid}/teams/{tid}/members.csv'],
  export_missing_responses: ['GET', '/api/projects/{pid}/forms/{form}/missing.csv'],
  export_order_sheet: ['GET', '/api/projects/{pid}/forms/{form}/order.csv'],
  export_passed_on: ['GET', '/api/projects/{pid}/forms/{form}/passed-on.csv'],
  export_payout: ['GET', '/api/projects/{pid}/payouts/{id}/file'],
  export_project_people: ['GET', '/api/projects/{pid}/people.csv'],
  export_responses: ['GET', '/api/projects/{pid}/forms/{form}/responses.csv'],
  export_series_statistics: ['GET', '/api/projects/{pid}/series/statistics.csv'],
  export_statement: ['GET', '/api/projects/{pid}/hours/{uid}/statement.csv'],
  export_statistics: ['GET', '/api/projects/{pid}/statistics.csv'],
  export_tasks: ['GET', '/api/projects/{pid}/tasks.csv'],
  export_teams: ['GET', '/api/projects/{pid}/teams.csv'],
  export_traffic_subsidies: ['GET', '/api/projects/{pid}/traffic-subsidies.csv'],
  get_address: ['GET', '/api/me/address'],
  get_allocation: ['GET', '/api/projects/{pid}/allocations/{id}'],
  get_announcement: ['GET', '/api/projects/{pid}/announcements/{id}'],
  get_availability: ['GET', '/api/projects/{pid}/availability'],
  get_bank: ['GET', '/api/me/bank'],
  get_budget: ['GET', '/api/projects/{pid}/budgets/{code}'],
  get_call: ['GET', '/api/projects/{pid}/call'],
  get_certificate_batch: ['GET', '/api/projects/{pid}/certificate-batches/latest'],
  get_certificate_settings: ['GET', '/api/projects/{pid}/certificate-settings'],
  get_checklist: ['GET', '/api/me/checklist'],
  get_claim: ['GET', '/api/projects/{pid}/claims/{id}'],
  get_claim_file: ['GET', '/api/projects/{pid}/claims/{id}/files/{receipt}'],
  get_claim_totals: ['GET', '/api/projects/{pid}/claim-totals'],
  get_contact: ['GET', '/api/me/contact'],
  get_coverage: ['GET', '/api/projects/{pid}/coverage'],
  get_dashboard: ['GET', '/api/projects/{pid}/dashboard'],
  get_desk: ['GET', '/api/projects/{pid}/desk'],
  get_dietary_habits: ['GET', '/api/me/dietary-habits'],
  get_document: ['GET', '/api/projects/{pid}/documents/{id}'],
  get_document_version: ['GET', '/api/projects/{pid}/documents/{id}/versions/{version}'],
  get_earlier_applications: ['GET', '/api/projects/{pid}/applications/{uid}/earlier'],
  get_emergency: ['GET', '/api/me/emergency'],
  get_emergency_of: ['GET', '/api/projects/{pid}/people/{uid}/emergency'],
  get_form: ['GET', '/api/projects/{pid}/forms/{form}'],
  get_form_totals: ['GET', '/api/projects/{pid}/forms/{form}/totals'],
  get_former_person: ['GET', '/api/projects/{pid}/ask-again/{uid}'],
  get_grant: ['GET', '/api/projects/{pid}/grants/{id}'],
  get_hand_out: ['GET', '/api/projects/{pid}/hand-outs/{id}'],
  get_health: ['GET', '/healthz'],
  get_help_offer: ['GET', '/api/me/offer'],
  get_hours: ['GET', '/api/projects/{pid}/hours/{uid}'],
  get_hours_summary: ['GET', '/api/projects/{pid}/hours-summary'],
  get_import: ['GET', '/api/projects/{pid}/imports/{id}'],
  get_import_template: ['GET', '/api/projects/{pid}/tasks/import-template.csv'],
  get_me: ['GET', '/api/me'],
  get_message: ['GET', '/api/projects/{pid}/messages/{id}'],
  get_metrics: ['GET', '/metrics'],
  get_money_settings: ['GET', '/api/projects/{pid}/money-settings'],
  get_my_application: ['GET', '/api/projects/{pid}/my-application'],
  get_my_day: ['GET', '/api/projects/{pid}/my-day'],
  get_my_groups: ['GET', '/api/projects/{pid}/my-groups'],
  get_my_room: ['GET', '/api/projects/{pid}/my-room'],
  get_notice_settings: ['GET', '/api/me/notice-settings'],
  get_now: ['GET', '/api/projects/{pid}/now'],
  get_openapi: ['GET', '/api/openapi.json'],
  get_own_application: ['GET', '/api/projects/{pid}/teams/{tid}/application'],
  get_own_calendar: ['GET', '/api/me/calendar'],
  get_own_code: ['GET', '/api/projects/{pid}/me/code'],
  get_own_guardian: ['GET', '/api/projects/{pid}/my-guardian'],
  get_own_listing: ['GET', '/api/me/listings/{pid}'],
  get_own_response: ['GET', '/api/projects/{pid}/forms/{form}/response'],
  get_own_sign_in: ['GET', '/api/me/sign-in'],
  get_own_thanks: ['GET', '/api/projects/{pid}/my-thanks'],
  get_payment_totals: ['GET', '/api/projects/{pid}/forms/{form}/payment-totals'],
  get_payout: ['GET', '/api/projects/{pid}/payouts/{id}'],
  get_person_note: ['GET', '/api/projects/{pid}/people/{uid}/note'],
  get_person_tags: ['GET', '/api/projects/{pid}/people/{uid}/tags'],
  get_profile: ['GET', '/api/me/profile'],
  get_project: ['GET', '/api/projects/{pid}'],
  get_project_calendar: ['GET', '/api/projects/{pid}/calendar'],
  get_project_colours: ['GET', '/api/projects/{pid}/colours.css'],
  get_project_person: ['GET', '/api/projects/{pid}/people/{uid}'],
  get_project_picture: ['GET', '/api/projects/{pid}/picture'],
  get_readiness: ['GET', '/readyz'],
  get_real_profile: ['GET', '/api/me/real-profile'],
  get_received_message: ['GET', '/api/me/messages/{id}'],
  get_recovery_codes: ['GET', '/api/me/recovery-codes'],
  get_resume: ['GET', '/api/me/resume'],
  get_retention: ['GET', '/api/retention'],
  get_roll_call: ['GET', '/api/projects/{pid}/roll-call'],
  get_rooms: ['GET', '/api/projects/{pid}/rooms'],
  get_screen: ['GET', '/api/screens/{screen}'],
  get_series: ['GET', '/api/projects/{pid}/series'],
  get_series_statistics: ['GET', '/api/projects/{pid}/series/statistics'],
  get_service_state: ['GET', '/api/admin/health'],
  get_sign_in_progress: ['GET', '/api/sign-in/progress'],
  get_sign_in_rules: ['GET', '/api/admin/sign-in-rules'],
  get_sign_in_ways: ['GET', '/api/sign-in/ways'],
  get_statistics: ['GET', '/api/projects/{pid}/statistics'],
  get_task: ['GET', '/api/projects/{pid}/tasks/{id}'],
  get_task_series: ['GET', '/api/projects/{pid}/task-series/{id}'],
  get_team: ['GET', '/api/projects/{pid}/teams/{tid}'],
  get_team_calendar: ['GET', '/api/projects/{pid}/teams/{tid}/calendar'],
  get_thanks_page: ['GET', '/api/projects/{pid}/thanks'],
  get_thing: ['GET', '/api/projects/{pid}/hand-outs/{id}/things/{thing}'],
  get_token: ['GET', '/api/token'],
  get_translation_progress: ['GET', '/api/projects/{pid}/translations'],
  get_translations: ['GET', '/api/projects/{pid}/translations/{kind}/{id}'],
  get_travel_payments: ['GET', '/api/projects/{pid}/travel-payments'],
  get_user: ['GET', '/api/users/{uid}'],
  give_grant: ['POST', '/api/projects/{pid}/grants'],
  give_up_grant: ['DELETE', '/api/me/grants/{id}'],
  grant_skill: ['PUT', '/api/projects/{pid}/people/{uid}/skills/{id}'],
  import_people: ['POST', '/api/projects/{pid}/people/import'],
  import_responses: ['POST', '/api/projects/{pid}/forms/{form}/responses/import'],
  import_tasks: ['POST', '/api/projects/{pid}/tasks/import'],
  import_things: ['POST', '/api/projects/{pid}/hand-outs/{id}/things/import'],
  inspect_sign_in_link: ['POST', '/api/sign-in/link'],
  invite_former_people: ['POST', '/api/projects/{pid}/ask-again/invitations'],
  invite_help_offers: ['POST', '/api/projects/{pid}/teams/{tid}/offer-invitations'],
  invite_to_team: ['POST', '/api/projects/{pid}/teams/{tid}/invitations'],
  issue_all_certificates: ['POST', '/api/projects/{pid}/certificate-batches'],
  issue_certificate: ['POST', '/api/projects/{pid}/hours/{uid}/certificate'],
  join_task: ['PUT', '/api/projects/{pid}/tasks/{id}/attendance'],
  leave_task: ['DELETE', '/api/projects/{pid}/tasks/{id}/attendance'],
  list_allocations: ['GET', '/api/projects/{pid}/allocations'],
  list_announcements: ['GET', '/api/projects/{pid}/announcements'],
  list_applications: ['GET', '/api/projects/{pid}/teams/{tid}/applications'],
  list_attendances: ['GET', '/api/projects/{pid}/attendances'],
  list_attendees: ['GET', '/api/projects/{pid}/tasks/{id}/attendees'],
  list_audit: ['GET', '/api/audit'],
  list_awaited_tasks: ['GET', '/api/me/awaited-tasks'],
  list_budgets: ['GET', '/api/projects/{pid}/budgets'],
  list_candidates: ['GET', '/api/projects/{pid}/candidates'],
  list_catalogue_uses: ['GET', '/api/projects/{pid}/catalogue-uses'],
  list_chat_channels: ['GET', '/api/projects/{pid}/chat-channels'],
  list_claims: ['GET', '/api/projects/{pid}/claims'],
  list_codes: ['GET', '/api/projects/{pid}/hand-outs/{id}/codes'],
  list_confirmations: ['GET', '/api/me/confirmations'],
  list_devices: ['GET', '/api/projects/{pid}/devices'],
  list_dietary_habits: ['GET', '/api/dietary-habits'],
  list_document_versions: ['GET', '/api/projects/{pid}/documents/{id}/versions'],
  list_documents: ['GET', '/api/projects/{pid}/documents'],
  list_due_payments: ['GET', '/api/projects/{pid}/due-payments'],
  list_earned_hand_outs: ['GET', '/api/projects/{pid}/hand-outs/{id}/earned'],
  list_errors: ['GET', '/api/errors'],
  list_form_kinds: ['GET', '/api/form-kinds'],
  list_former_people: ['GET', '/api/projects/{pid}/ask-again'],
  list_forms: ['GET', '/api/projects/{pid}/forms'],
  list_given_hand_outs: ['GET', '/api/projects/{pid}/hand-outs/{id}/given'],
  list_given_places: ['GET', '/api/projects/{pid}/offers'],
  list_grants: ['GET', '/api/projects/{pid}/grants'],
  list_group_contacts: ['GET', '/api/projects/{pid}/groups/{group}/contacts'],
  list_group_differences: ['GET', '/api/projects/{pid}/synced-groups/{id}/differences'],
  list_group_people: ['GET', '/api/projects/{pid}/groups/{group}'],
  list_group_servers: ['GET', '/api/projects/{pid}/group-servers'],
  list_groups: ['GET', '/api/projects/{pid}/groups'],
  list_hand_outs: ['GET', '/api/projects/{pid}/hand-outs'],
  list_help_offers: ['GET', '/api/projects/{pid}/help-offers'],
  list_help_requests: ['GET', '/api/projects/{pid}/tasks/{id}/help-requests'],
  list_hours: ['GET', '/api/projects/{pid}/hours'],
  list_identities: ['GET', '/api/me/identities'],
  list_imports: ['GET', '/api/projects/{pid}/imports'],
  list_invitations: ['GET', '/api/projects/{pid}/teams/{tid}/invitations'],
  list_join_requests: ['GET', '/api/projects/{pid}/join-requests'],
  list_left_projects: ['GET', '/api/me/left-projects'],
  list_members: ['GET', '/api/members/{pid}'],
  list_members_by_query: ['GET', '/api/members'],
  list_members_short: ['GET', '/members/{pid}'],
  list_message_recipients: ['GET', '/api/projects/{pid}/messages/{id}/recipients'],
  list_messages: ['GET', '/api/projects/{pid}/messages'],
  list_missing_responses: ['GET', '/api/projects/{pid}/forms/{form}/missing'],
  list_my_entitlements: ['GET', '/api/projects/{pid}/my-entitlements'],
  list_notices: ['GET', '/api/me/notices'],
  list_offers: ['GET', '/api/me/offers'],
  list_open_loans: ['GET', '/api/projects/{pid}/open-loans'],
  list_open_tasks: ['GET', '/api/me/open-tasks'],
  list_own_announcements: ['GET', '/api/me/announcements'],
  list_own_applications: ['GET', '/api/me/applications'],
  list_own_claim_consents: ['GET', '/api/me/claim-consents'],
  list_own_claims: ['GET', '/api/projects/{pid}/my-claims'],
  list_own_consents: ['GET', '/api/me/consents'],
  list_own_group_consents: ['GET', '/api/me/group-consents'],
  list_own_invitations: ['GET', '/api/me/invitations'],
  list_own_listings: ['GET', '/api/me/listings'],
  list_own_skills: ['GET', '/api/projects/{pid}/my-skills'],
  list_own_tasks: ['GET', '/api/me/tasks'],
  list_owners: ['GET', '/api/projects/{pid}/owners'],
  list_passed_on: ['GET', '/api/projects/{pid}/forms/{form}/passed-on'],
  list_passkeys: ['GET', '/api/me/passkeys'],
  list_payments: ['GET', '/api/projects/{pid}/forms/{form}/payments'],
  list_payouts: ['GET', '/api/projects/{pid}/payouts'],
  list_person_skills: ['GET', '/api/projects/{pid}/people/{uid}/skills'],
  list_person_timeline: ['GET', '/api/projects/{pid}/people/{uid}/timeline'],
  list_place_codes: ['GET', '/api/projects/{pid}/place-codes'],
  list_places: ['GET', '/api/projects/{pid}/places'],
  list_places_lost_by_disabling: ['GET', '/api/projects/{pid}/teams/{tid}/released-places'],
  list_places_lost_by_leaving: ['GET', '/api/projects/{pid}/teams/{tid}/members/{uid}/released-places'],
  list_places_lost_by_owner: ['GET', '/api/projects/{pid}/owners/{uid}/released-places'],
  list_places_lost_by_suspension: ['GET', '/api/users/{uid}/released-places'],
  list_plan: ['GET', '/api/projects/{pid}/plan'],
  list_possible_room_mates: ['GET', '/api/projects/{pid}/my-room/people'],
  list_private_reads: ['GET', '/api/me/private-reads'],
  list_project_applications: ['GET', '/api/projects/{pid}/applications'],
  list_project_invitations: ['GET', '/api/projects/{pid}/invitations'],
  list_project_people: ['GET', '/api/projects/{pid}/people'],
  list_projects: ['GET', '/api/projects'],
  list_push_subscriptions: ['GET', '/api/me/push-subscriptions'],
  list_received_notices: ['GET', '/api/projects/{pid}/people/{uid}/notices'],
  list_responses: ['GET', '/api/projects/{pid}/forms/{form}/responses'],
  list_returning_people: ['GET', '/api/projects/{pid}/returning-people'],
  list_service_accounts: ['GET', '/api/projects/{pid}/service-accounts'],
  list_sessions: ['GET', '/api/me/sessions'],
  list_signatures: ['GET', '/api/projects/{pid}/documents/{id}/signatures'],
  list_skills: ['GET', '/api/projects/{pid}/skills'],
  list_substitutes: ['GET', '/api/projects/{pid}/tasks/{id}/substitutes'],
  list_synced_groups: ['GET', '/api/projects/{pid}/synced-groups'],
  list_tags: ['GET', '/api/projects/{pid}/tags'],
  list_task_categories: ['GET', '/api/projects/{pid}/task-categories'],
  list_task_days: ['GET', '/api/projects/{pid}/task-days'],
  list_task_kinds: ['GET', '/api/projects/{pid}/task-kinds'],
  list_task_series: ['GET', '/api/projects/{pid}/task-series'],
  list_tasks: ['GET', '/api/projects/{pid}/tasks'],
  list_team_chiefs: ['GET', '/api/projects/{pid}/teams/{tid}/chiefs'],
  list_team_hours: ['GET', '/api/projects/{pid}/teams/{tid}/hours'],
  list_team_members: ['GET', '/api/projects/{pid}/teams/{tid}/members'],
  list_team_summaries: ['GET', '/api/projects/{pid}/team-summaries'],
  list_teams: ['GET', '/api/projects/{pid}/teams'],
  list_thanks_names: ['GET', '/api/projects/{pid}/thanks/names'],
  list_thing_loans: ['GET', '/api/projects/{pid}/hand-outs/{id}/things/{thing}/loans'],
  list_things: ['GET', '/api/projects/{pid}/hand-outs/{id}/things'],
  list_tokens: ['GET', '/api/me/tokens'],
  list_traffic_subsidies: ['GET', '/api/projects/{pid}/traffic-subsidies'],
  list_unconfirmed: ['GET', '/api/projects/{pid}/unconfirmed'],
  list_uncounted_scans: ['GET', '/api/projects/{pid}/hand-outs/{id}/not-counted'],
  list_users: ['GET', '/api/users'],
  list_waiting: ['GET', '/api/projects/{pid}/tasks/{id}/waiting'],
  list_webhook_deliveries: ['GET', '/api/projects/{pid}/webhooks/{id}/deliveries'],
  list_webhooks: ['GET', '/api/projects/{pid}/webhooks'],
  list_work: ['GET', '/api/projects/{pid}/work'],
  make_payments: ['POST', '/api/projects/{pid}/forms/{form}/payments'],
  mark_attendee: ['PATCH', '/api/projects/{pid}/tasks/{id}/attendees/{uid}'],
  mark_payout_paid: ['PUT', '/api/projects/{pid}/payouts/{id}/paid'],
  mark_roll_call: ['POST', '/api/projects/{pid}/roll-call/marks'],
  name_guardian: ['PUT', '/api/projects/{pid}/my-guardian'],
  offer_place: ['PUT', '/api/projects/{pid}/tasks/{id}/attendance/offer'],
  ping_webhook: ['POST', '/api/projects/{pid}/webhooks/{id}/ping'],
  place_guest: ['PUT', '/api/projects/{pid}/rooms/{id}/places/{uid}'],
  place_guests: ['POST', '/api/projects/{pid}/rooms/placements'],
  preview_audience: ['POST', '/api/projects/{pid}/messages/audience'],
  preview_message: ['POST', '/api/projects/{pid}/messages/preview'],
  preview_plan_copy: ['GET', '/api/projects/{pid}/plan-copy'],
  print_certificate: ['GET', '/api/projects/{pid}/certificates/{number}/pdf'],
  print_statement: ['GET', '/api/projects/{pid}/hours/{uid}/statement.pdf'],
  publish_decisions: ['POST', '/api/projects/{pid}/applications/publication'],
  publish_document_version: ['POST', '/api/projects/{pid}/documents/{id}/versions'],
  put_address: ['PUT', '/api/me/address'],
  put_bank: ['PUT', '/api/me/bank'],
  put_budgets: ['POST', '/api/projects/{pid}/budgets'],
  put_contact: ['PUT', '/api/me/contact'],
  put_dietary_habits: ['PUT', '/api/me/dietary-habits'],
  put_emergency: ['PUT', '/api/me/emergency'],
  put_help_offer: ['PUT', '/api/me/offer'],
  put_notice_settings: ['PUT', '/api/me/notice-settings'],
  put_profile: ['PUT', '/api/me/profile'],
  put_real_profile: ['PUT', '/api/me/real-profile'],
  put_resume: ['PUT', '/api/me/resume'],
  put_sign_in_rules: ['PUT', '/api/admin/sign-in-rules'],
  put_traffic_subsidy: ['PUT', '/api/projects/{pid}/traffic-subsidies/{location}'],
  read_announcement_feed: ['GET', '/feeds/{file}'],
  read_calendar: ['GET', '/calendar/{file}'],
  read_changes: ['GET', '/api/changes'],
  read_guardian_consent: ['POST', '/api/guardian-consent'],
  read_notices: ['PUT', '/api/me/notices/read'],
  redeliver: ['POST', '/api/projects/{pid}/webhooks/{id}/deliveries/{delivery}'],
  reinstate_user: ['DELETE', '/api/users/{uid}/suspension'],
  remind_of_accounts: ['POST', '/api/projects/{pid}/due-payments/reminders'],
  remove_all_sessions: ['DELETE', '/api/me/sessions'],
  remove_attendee: ['DELETE', '/api/projects/{pid}/tasks/{id}/attendees/{uid}'],
  remove_chat_channel: ['DELETE', '/api/projects/{pid}/chat-channels/{id}'],
  remove_chief: ['DELETE', '/api/projects/{pid}/teams/{tid}/chiefs/{uid}'],
  remove_code: ['DELETE', '/api/projects/{pid}/hand-outs/{id}/codes/{listed}'],
  remove_group_server: ['DELETE', '/api/projects/{pid}/group-servers/{id}'],
  remove_hand_out: ['DELETE', '/api/projects/{pid}/hand-outs/{id}'],
  remove_member: ['DELETE', '/api/projects/{pid}/teams/{tid}/members/{uid}'],
  remove_owner: ['DELETE', '/api/projects/{pid}/owners/{uid}'],
  remove_passkey: ['DELETE', '/api/me/passkeys/{id}'],
  remove_project_picture: ['DELETE', '/api/projects/{pid}/picture'],
  remove_push_subscription: ['DELETE', '/api/me/push-subscriptions/{id}'],
  remove_room: ['DELETE', '/api/projects/{pid}/rooms/{id}'],
  remove_synced_group: ['DELETE', '/api/projects/{pid}/synced-groups/{id}'],
  remove_thing: ['DELETE', '/api/projects/{pid}/hand-outs/{id}/things/{thing}'],
  remove_waiting: ['DELETE', '/api/projects/{pid}/tasks/{id}/waiting/{uid}'],
  remove_webhook: ['DELETE', '/api/projects/{pid}/webhooks/{id}'],
  remove_work: ['DELETE', '/api/projects/{pid}/work/{id}'],
  renew_service_account: ['POST', '/api/projects/{pid}/service-accounts/{id}/renewal'],
  renew_token: ['POST', '/api/me/tokens/{id}/renewal'],
  replace_attendee: ['PUT', '/api/projects/{pid}/tasks/{id}/attendees/{uid}/replacement'],
  replace_traffic_subsidies: ['PUT', '/api/projects/{pid}/traffic-subsidies'],
  report_not_me: ['POST', '/api/not-me'],
  request_email_change: ['POST', '/api/me/email'],
  request_sign_in_link: ['POST', '/api/sign-in/email'],
  resend_message: ['POST', '/api/projects/{pid}/messages/{id}/resend'],
  reset_passkeys: ['DELETE', '/api/users/{uid}/passkeys'],
  return_thing: ['PUT', '/api/projects/{pid}/hand-outs/{id}/things/{thing}/return'],
  revert_email_change: ['POST', '/api/email-reversal'],
  revoke_certificate: ['PUT', '/api/projects/{pid}/certificates/{number}/revocation'],
  revoke_device: ['DELETE', '/api/projects/{pid}/devices/{id}'],
  revoke_invitation: ['DELETE', '/api/projects/{pid}/teams/{tid}/invitations/{id}'],
  revoke_service_account: ['DELETE', '/api/projects/{pid}/service-accounts/{id}'],
  revoke_token: ['DELETE', '/api/me/tokens/{id}'],
  rotate_webhook_secret: ['POST', '/api/projects/{pid}/webhooks/{id}/secret'],
  save_my_application: ['PUT', '/api/projects/{pid}/my-application'],
  save_own_response: ['PUT', '/api/projects/{pid}/forms/{form}/response'],
  search_project: ['GET', '/api/projects/{pid}/search'],
  send_claim: ['PUT', '/api/projects/{pid}/claims/{id}/submission'],
  send_message: ['POST', '/api/projects/{pid}/messages/{id}/send'],
  send_scans: ['POST', '/api/projects/{pid}/desk/scans'],
  set_availability: ['PUT', '/api/projects/{pid}/availability'],
  set_certificate_settings: ['PUT', '/api/projects/{pid}/certificate-settings'],
  set_former_person: ['PUT', '/api/projects/{pid}/ask-again/{uid}'],
  set_own_listing: ['PUT', '/api/me/listings/{pid}'],
  set_own_thanks: ['PUT', '/api/projects/{pid}/my-thanks'],
  set_person_note: ['PUT', '/api/projects/{pid}/people/{uid}/note'],
  set_person_tags: ['PUT', '/api/projects/{pid}/people/{uid}/tags'],
  set_project_picture: ['PUT', '/api/projects/{pid}/picture'],
  set_series: ['PUT', '/api/projects/{pid}/series'],
  set_thanks_page: ['PUT', '/api/projects/{pid}/thanks'],
  set_translations: ['PUT', '/api/projects/{pid}/translations/{kind}/{id}'],
  share_bank_for_claim: ['PUT', '/api/projects/{pid}/claims/{id}/bank-consent'],
  share_former_people: ['POST', '/api/projects/{pid}/ask-again/shares'],
  sign_document: ['PUT', '/api/projects/{pid}/documents/{id}/signature'],
  sign_in: ['POST', '/api/sign-in'],
  sign_in_with_code: ['POST', '/api/sign-in/code'],
  sign_in_with_passkey: ['POST', '/api/sign-in/passkey'],
  sign_out: ['POST', '/api/sign-out'],
  start_roll_call: ['PUT', '/api/projects/{pid}/roll-call'],
  suspend_user: ['PUT', '/api/users/{uid}/suspension'],
  sync_group_server: ['POST', '/api/projects/{pid}/group-servers/{id}/sync'],
  take_back_hand_out: ['DELETE', '/api/projects/{pid}/hand-outs/{id}/given/{given}'],
  take_offer: ['PUT', '/api/projects/{pid}/tasks/{id}/offers/{uid}/taken'],
  test_chat_channel: ['POST', '/api/projects/{pid}/chat-channels/{id}/test'],
  test_message: ['POST', '/api/projects/{pid}/messages/{id}/test'],
  undo_allocation: ['DELETE', '/api/projects/{pid}/allocations/{id}/applied'],
  undo_import: ['POST', '/api/projects/{pid}/imports/{id}/undo'],
  undo_payment: ['DELETE', '/api/projects/{pid}/forms/{form}/payments/{uid}'],
  undo_planning_step: ['POST', '/api/projects/{pid}/planning-steps/{id}/undo'],
  undo_room_step: ['POST', '/api/projects/{pid}/room-steps/{id}/undo'],
  unlink_identity: ['DELETE', '/api/me/identities/{id}'],
  unmark_payout_paid: ['DELETE', '/api/projects/{pid}/payouts/{id}/paid'],
  unplace_guest: ['DELETE', '/api/projects/{pid}/rooms/{id}/places/{uid}'],
  unshare_bank_for_claim: ['DELETE', '/api/projects/{pid}/claims/{id}/bank-consent'],
  unsubscribe: ['POST', '/api/unsubscribe'],
  update_project: ['PATCH', '/api/projects/{pid}'],
  update_team: ['PATCH', '/api/projects/{pid}/teams/{tid}'],
  verify_certificate: ['GET', '/api/certificates/{number}'],
  visit_provider: ['POST', '/api/sign-in/oidc'],
  withdraw_application: ['DELETE', '/api/projects/{pid}/teams/{tid}/application'],
  withdraw_claim: ['DELETE', '/api/projects/{pid}/claims/{id}'],
  withdraw_consent: ['DELETE', '/api/projects/{pid}/forms/{form}/response/consent'],
  withdraw_my_application: ['DELETE', '/api/projects/{pid}/my-application'],
  withdraw_offer: ['DELETE', '/api/projects/{pid}/tasks/{id}/attendance/offer'],
  withdraw_skill: ['DELETE', '/api/projects/{pid}/people/{uid}/skills/{id}'],
};
