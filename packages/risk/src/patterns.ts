/** Something that was found in a text; `text` is the piece. */
export interface Found {
  id: string;
  level: 'info' | 'caution' | 'danger';
  text: string;
}

export interface Place {
  /** The tool that gets the text. */
  tool: string;
  /** JSON Pointer; null = it is the name of the tool. */
  path: string | null;
}

interface Pattern {
  id: string;
  level: Found['level'];
  of: RegExp;
  /** Only where the text is a command, a query or code: words of a message are no command. */
  commands?: true;
  /** It says the opposite if this fits too. */
  unless?: RegExp;
}

/** What begins a command: the start, a separator, or a wrapper that runs the rest. */
const begin = String.raw`(?:^|[;&|\n(\x60"'{]\s*|\$\(\s*|\b(?:sudo|doas|env|nohup|time|exec|xargs|eval|then|do|-c|-exec|ssh\s+\S+)\s+(?:-\S+\s+|["'])*)\s*(?:\S*/)?`;
const command = (rest: string): RegExp => new RegExp(begin + rest, 'i');

const patterns: readonly Pattern[] = [
  // Destroys.
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: command(String.raw`rm\s+(?:\S+\s+)*?-(?:\w*[rRf]\w*|-recursive|-force)(?:\s|$)[^;&|\n]*`),
    unless:
      /\brm\s+-\w+\s+(?:\.\/)?(?:node_modules|dist|build|coverage|\.cache|target|__pycache__|tmp\/\S+)\/?\s*$/i,
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: command(String.raw`(?:mkfs(?:\.\w+)?|wipefs|shred|fdisk|diskpart|blkdiscard)\s+[^;&|\n]+`),
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: command(String.raw`dd\s+[^;&|\n]*\bof=/dev/\w+`),
  },
  { id: 'destroys', level: 'danger', commands: true, of: />\s*\/dev\/(?:sd|nvme|disk|hd)\w*/i },
  { id: 'destroys', level: 'danger', commands: true, of: command(String.raw`format\s+[a-z]:`) },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: command(String.raw`(?:del|rd|rmdir)\s+(?:/\w\s+)*/[sq]\b[^;&|\n]*`),
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: /\bRemove-Item\b[^;|\n]*-(?:Recurse|Force)\b/i,
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: command(String.raw`find\s+[^;&|\n]*\s-delete\b`),
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: command(String.raw`chmod\s+(?:-\w*R\w*|--recursive)\s+[^;&|\n]+`),
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: command(String.raw`chown\s+(?:-\w*R\w*|--recursive)\s+[^;&|\n]+`),
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: command(String.raw`truncate\s+(?:-s|--size)[= ]*0\b[^;&|\n]*`),
  },
  {
    id: 'destroys',
    level: 'danger',
    of: /\b(?:DROP|TRUNCATE)\s+(?:TABLE|DATABASE|SCHEMA|INDEX|VIEW|COLUMN|USER|ROLE)\b[^;\n]*/i,
    commands: true,
  },
  { id: 'destroys', level: 'danger', of: /\bTRUNCATE\s+\w+\s*(?:;|$|CASCADE)/i, commands: true },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: /\bDELETE\s+FROM\s+[\w."`[\]]+\s*(?:;|$|"|')/i,
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: /\bDELETE\s+FROM\s+[\w."`[\]]+\s+WHERE\s+(?:1\s*=\s*1|true)\b/i,
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: /\bUPDATE\s+[\w."`[\]]+\s+SET\s+(?:(?!\bWHERE\b)[^;])+(?:;|$)/i,
    unless: /\bWHERE\b/i,
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: /\.(?:deleteMany|remove|drop|dropDatabase)\(\s*(?:\{\s*\})?\s*\)/,
  },
  { id: 'destroys', level: 'danger', commands: true, of: /\b(?:FLUSHALL|FLUSHDB)\b/i },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: command(
      String.raw`(?:terraform|tofu|pulumi|cdk|sls|serverless)\s+(?:[^;&|\n]*\s)?(?:destroy|remove)\b[^;&|\n]*`,
    ),
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: command(String.raw`terraform\s+apply\s+[^;&|\n]*-destroy\b`),
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: command(String.raw`(?:kubectl|oc)\s+(?:[^;&|\n]*\s)?(?:delete|drain)\s+[^;&|\n]+`),
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: command(String.raw`helm\s+(?:uninstall|delete)\s+[^;&|\n]+`),
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: command(
      String.raw`(?:docker|podman)\s+(?:system\s+prune|volume\s+(?:rm|prune)|rm\s+-\w*f|rmi\s+-\w*f|image\s+prune|compose\s+down\s+[^;&|\n]*-v)\b[^;&|\n]*`,
    ),
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: command(
      String.raw`git\s+(?:-\S+\s+\S+\s+)?push\s+[^;&|\n]*(?:--force(?!-with-lease)|\s-f\b|--mirror|--delete|\s:\S+|\s\+\S+)`,
    ),
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: command(
      String.raw`git\s+(?:reset\s+--hard|clean\s+-\w*[fdx]\w*|branch\s+-D|checkout\s+--\s+\.|stash\s+(?:clear|drop)|reflog\s+expire|filter-branch|filter-repo)\b[^;&|\n]*`,
    ),
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: command(
      String.raw`(?:aws|gcloud|az|gsutil|doctl|heroku|fly|flyctl|vercel|netlify|gh|rclone|s3cmd|mc)\s+[^;&|\n]*\b(?:delete(?:-\w+)*|terminate(?:-\w+)*|destroy|purge|rb|rm|remove|apps:destroy|pg:reset)\b[^;&|\n]*`,
    ),
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: command(
      String.raw`(?:dropdb|dropuser|redis-cli\s+flush\w*|mysqladmin\s+[^;&|\n]*drop|userdel|groupdel|lvremove|vgremove|zfs\s+destroy|zpool\s+destroy|crontab\s+-r)\b[^;&|\n]*`,
    ),
  },
  {
    id: 'destroys',
    level: 'danger',
    commands: true,
    of: /\b(?:shutil\.rmtree|os\.(?:remove|unlink|rmdir|removedirs)|fs\.(?:rm|rmSync|unlink|unlinkSync|rmdirSync)|rimraf|File\.delete|FileUtils\.rm_rf|os\.RemoveAll)\s*\(/,
  },
  { id: 'destroys', level: 'danger', commands: true, of: /:\(\)\s*\{\s*:\|:&\s*\}/ },
  // Sends data out.
  {
    id: 'sends-out',
    level: 'danger',
    commands: true,
    of: command(
      String.raw`curl\s+[^;&|\n]*(?:\s(?:-d|-F|-T)\s*\S|--data(?:-\w+)?[= ]|--form(?:-string)?[= ]|--upload-file[= ]|--json[= ])[^;&|\n]*`,
    ),
    unless: /https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(?::\d+)?\b/i,
  },
  {
    id: 'sends-out',
    level: 'danger',
    commands: true,
    of: /\|\s*(?:\S*\/)?(?:curl|wget|nc|ncat|netcat|socat|telnet|mail|mailx|sendmail|ssh|openssl\s+s_client)\b[^;&|\n]*/i,
  },
  {
    id: 'sends-out',
    level: 'danger',
    commands: true,
    of: command(
      String.raw`wget\s+[^;&|\n]*--(?:post-(?:data|file)|body-(?:data|file))[= ][^;&|\n]*`,
    ),
  },
  {
    id: 'sends-out',
    level: 'danger',
    commands: true,
    of: command(String.raw`(?:curl|wget)\s+[^;&\n]*\$\([^)]*\)`),
  },
  {
    id: 'sends-out',
    level: 'danger',
    commands: true,
    of: command(String.raw`(?:nc|ncat|netcat|socat)\s+[^;&\n]*(?:<|\s-e\s|\bEXEC:|\d{2,5}\s*$)`),
    unless: /\s-(?:\w*[zl]\w*)\b/,
  },
  {
    id: 'sends-out',
    level: 'danger',
    commands: true,
    of: command(
      String.raw`(?:scp|sftp)\s+(?:-\S+\s+(?:\S+\s+)?)*[^\s:]+\s+(?:\S+\s+)*\S+@?\S*:\S*`,
    ),
  },
  {
    id: 'sends-out',
    level: 'danger',
    commands: true,
    of: command(String.raw`rsync\s+[^;&|\n]*\s[^\s:]+\s+\S+:\S*`),
  },
  {
    id: 'sends-out',
    level: 'danger',
    commands: true,
    of: command(
      String.raw`(?:aws\s+s3\s+(?:cp|sync|mv)\s+(?!s3:)\S+\s+s3:|gsutil\s+(?:-\S+\s+)*(?:cp|rsync)\s+(?:-\S+\s+)*(?!gs:)\S+\s+gs:|rclone\s+(?:copy|sync|move)\s+[^\s:]+\s+\w+:|az\s+storage\s+blob\s+upload)[^;&|\n]*`,
    ),
  },
  {
    id: 'sends-out',
    level: 'danger',
    commands: true,
    of: command(
      String.raw`(?:gh\s+gist\s+create|npm\s+publish|pnpm\s+publish|yarn\s+publish|twine\s+upload|cargo\s+publish|docker\s+push|gem\s+push|transfer\.sh|ngrok|cloudflared\s+tunnel)\b[^;&|\n]*`,
    ),
  },
  { id: 'sends-out', level: 'danger', commands: true, of: /\/dev\/tcp\/\S+/ },
  {
    id: 'sends-out',
    level: 'danger',
    commands: true,
    of: /\b(?:requests\.(?:post|put|patch)|axios\.(?:post|put)|http\.post|urllib\.request\.urlopen\([^)]*data\s*=|smtplib\.SMTP)\b[^;\n]*/i,
  },
  {
    id: 'sends-out',
    level: 'danger',
    commands: true,
    of: /\bfetch\(\s*["'`]https?:[^)]*method:\s*["'](?:POST|PUT)/i,
  },
  {
    id: 'sends-out',
    level: 'danger',
    commands: true,
    of: /\bInvoke-(?:WebRequest|RestMethod)\b[^;|\n]*-(?:Body|InFile)\b[^;|\n]*/i,
  },
  {
    id: 'sends-out',
    level: 'danger',
    commands: true,
    of: command(String.raw`(?:dig|nslookup|host)\s+[^;&|\n]*\$\(`),
  },
  {
    id: 'sends-out',
    level: 'danger',
    commands: true,
    of: command(String.raw`git\s+remote\s+(?:add|set-url)\s+[^;&|\n]+`),
  },
  // Touches secrets.
  {
    id: 'secrets',
    level: 'danger',
    of: /(?:^|[\s/'"=<])(?:\.env(?:\.(?!example|sample|template)\w+)?|id_(?:rsa|ed25519|ecdsa|dsa)|\.aws\/credentials|\.netrc|\.pgpass|\.npmrc|\.pypirc|\.kube\/config|\.docker\/config\.json|\.ssh\/[\w.-]+|\.gnupg|credentials\.json|\w*\.pem|\w*\.p12|\w*\.pfx|\/etc\/shadow|\.git-credentials|\.vault-token)(?=$|[\s'";:,)&|>])/i,
  },
  {
    id: 'secrets',
    level: 'danger',
    of: /\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{30,}|sk-[A-Za-z0-9_-]{20,}|xox[abprs]-[A-Za-z0-9-]{10,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,})/,
  },
  { id: 'secrets', level: 'danger', of: /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/ },
  {
    id: 'secrets',
    level: 'caution',
    commands: true,
    of: command(String.raw`(?:printenv|env|set|export\s+-p)\s*(?:$|[|>])`),
  },
  // Leaves the place it works in.
  { id: 'outside', level: 'caution', of: /(?:^|[\s'"=(])(?:\.\.\/){1,}[^\s'"]*/ },
  {
    id: 'outside',
    level: 'caution',
    commands: true,
    of: /(?:^|[\s'"=>])(?:\/(?:etc|usr|var|bin|sbin|boot|root|lib|opt|sys|proc)(?:\/|$|\s)|~\/|\$HOME\b|[A-Z]:\\Windows)[^\s'"]*/i,
  },
  {
    id: 'outside',
    level: 'caution',
    commands: true,
    of: command(String.raw`ln\s+-\w*s\w*\s+[^;&|\n]+`),
  },
  // Raises what it may do.
  {
    id: 'privilege',
    level: 'caution',
    commands: true,
    of: command(String.raw`(?:sudo|doas|su|pkexec|runas)\b[^;&|\n]*`),
  },
  {
    id: 'privilege',
    level: 'danger',
    commands: true,
    of: command(String.raw`chmod\s+(?:\S+\s+)*(?:[ugoa]*\+s|[42]\d{3}|0?777)\b[^;&|\n]*`),
  },
  {
    id: 'privilege',
    level: 'danger',
    commands: true,
    of: /\b(?:attach-(?:user|role|group)-policy|put-(?:user|role)-policy|add-iam-policy-binding|create-access-key|AdministratorAccess|GRANT\s+ALL|ALTER\s+USER|usermod\s+-\w*G|NOPASSWD|--privileged|cluster-admin)\b[^;&|\n]*/i,
  },
  // Runs what it downloads.
  {
    id: 'runs-download',
    level: 'danger',
    commands: true,
    of: /\b(?:curl|wget|fetch|iwr|Invoke-WebRequest)\b[^;\n]*\|\s*(?:sudo\s+)?(?:\S*\/)?(?:sh|bash|zsh|dash|python3?|node|perl|ruby|iex|pwsh)\b/i,
  },
  {
    id: 'runs-download',
    level: 'danger',
    commands: true,
    of: /\b(?:ba|z|da)?sh\s+(?:-c\s+)?["']?[<$]\(\s*(?:curl|wget)\b/i,
  },
  {
    id: 'runs-download',
    level: 'danger',
    commands: true,
    of: /\bbase64\s+(?:-d|-D|--decode)\b[^;\n]*\|\s*(?:sudo\s+)?(?:\S*\/)?(?:sh|bash|zsh|python3?|node|perl)\b/i,
  },
  {
    id: 'runs-download',
    level: 'caution',
    commands: true,
    of: command(
      String.raw`(?:npx\s+(?:-y\s+)?https?:|pip3?\s+install\s+[^;&|\n]*(?:git\+|https?:)|npm\s+(?:i|install)\s+[^;&|\n]*https?:)[^;&|\n]*`,
    ),
  },
];

/** Tools that themselves do it, by their names. */
const tools: readonly { id: string; level: Found['level']; of: RegExp; unless?: RegExp }[] = [
  {
    id: 'destroys',
    level: 'danger',
    of: /(?:^|[._\-/])(?:delete|destroy|drop|purge|wipe|erase|truncate|terminate|uninstall|rmdir|unlink)(?:[._\-/]|$)|(?:delete|destroy|drop|purge|wipe|erase|terminate)(?=[A-Z])/,
    unless: /draft|comment|reaction|label|bookmark|cache|undelete|preview|filter/i,
  },
  {
    id: 'sends-out',
    level: 'danger',
    of: /(?:^|[._\-/])(?:upload|publish|export|exfiltrate|send_(?:email|mail|message|sms|file)|post_(?:message|tweet)|share|forward|transfer_file)(?:[._\-/]|$)|(?:send(?:Email|Mail|Message|Sms|File)|upload|publish|share|forward(?:Mail|Email))(?=[A-Z]|$)/,
    unless: /get|list|read|preview|draft|upload_status|shared?_(?:list|state)|workshare/i,
  },
  {
    id: 'pays',
    level: 'caution',
    of: /(?:^|[._\-/])(?:pay|refund|transfer|purchase|buy|charge|payout|wire)(?:[._\-/]|$)|(?:pay|refund|transfer|purchase|charge)(?=[A-Z])/,
  },
];

const readers =
  /(?:^|[._\-/])(?:get|list|read|search|find|show|describe|preview|view|count|lookup)(?:[._\-/]|(?=[A-Z])|$)/;

/** Members that are run or read by a machine; the words of a message to people are not. */
const machineRead =
  /(?:^|\/)(?:command|cmd|args|argv|script|code|shell|sql|query|statement|input|run|exec|program|body_command)(?:\/\d+)?$/i;
const runners =
  /bash|shell|exec|terminal|command|sql|query|database|db|psql|postgres|mysql|mongo|redis|python|node|script|code|run|kubectl|process|console|repl|notebook|cli/i;

/** What is found in one text of an action. */
export function findInText(text: string, { tool, path }: Place): Found[] {
  if (path === null) {
    if (readers.test(text)) return [];
    return tools.flatMap(({ id, level, of, unless }) =>
      of.test(text) && unless?.test(text) !== true ? [{ id, level, text }] : [],
    );
  }
  const isCommand =
    machineRead.test(path) ||
    (runners.test(tool) &&
      !/(?:^|\/)(?:description|title|message|comment|reason|note|name|explanation)$/i.test(path));
  const read = isCommand ? withoutHarmless(text) : text;
  return patterns.flatMap(({ id, level, of, commands, unless }) => {
    if (commands === true && !isCommand) return [];
    const match = of.exec(read);
    if (match === null || unless?.test(read) === true) return [];
    return [{ id, level, text: match[0].trim() }];
  });
}

/** Comments, and texts that are only printed or searched for. */
function withoutHarmless(text: string): string {
  return text
    .replaceAll(/^\s*(?:#|--|\/\/)[^\n]*$/gm, '')
    .replaceAll(
      /(^|[;&|\n]\s*)(?:echo|printf)\s+(?:"[^"$`]*"|'[^']*')(?=\s*(?:$|[;\n]|&&|\|\|))/g,
      '$1',
    )
    .replaceAll(
      /(^|[;&|\n]\s*)((?:git\s+)?(?:grep|rg|ag|log|commit)\b[^;&|\n"']*?)(?:"[^"$`]*"|'[^']*')/g,
      '$1$2',
    )
    .replaceAll(/(^|[;&|\n]\s*)man\s+\S+/g, '$1');
}
