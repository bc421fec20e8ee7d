import type { Messages } from '../messages.ts';

export const signInText: Messages['signIn']['signInText'] = {
  title: '登录',
  lead: '打开服务器启动时输出的登录链接，或粘贴令牌。',
  // The server prints its line in English: “Sign in” is what to look for.
  where:
    '链接在终端中以“Sign in”开头的那一行，只能使用一次。管理员的令牌在该处所指的文件中；管理员可以为每位操作员创建令牌。',
  token: '令牌',
  submit: '登录',
  signingIn: '正在登录',
  withCode: '正在通过链接登录',
  empty: '请先粘贴令牌',
  codeRefused: '此链接已被使用，或服务器之后重新启动过',
  codeHint: '重新启动服务器可获得新链接，也可以用令牌登录。',
  tokenRefused: '令牌错误或已过期。请使用终端中的链接，或联系管理员。',
  offline: '无法连接服务器',
  offlineHint: '请检查服务器是否在运行，然后重试。',
  openFile: '打开导出的任务：无需登录',
  loss: {
    over: {
      title: '你的会话已结束',
      hint: '会话已过期，或被服务器终止。你正在写的内容保存在此浏览器中。',
    },
    'cookie-missing': {
      title: '你的会话 Cookie 已丢失',
      hint: '它在此浏览器中被删除，或被同一主机上的其他服务器删除：同一主机的所有端口共用 Cookie。没有人以你的名义执行过操作。请登录后继续。',
    },
    'cookie-replaced': {
      title: '同一主机上的其他服务器覆盖了你的会话 Cookie',
      hint: '同一主机的所有端口共用 Cookie。没有人以你的名义执行过操作，不登录也无法这样做。如果你刚才没有打开智能体的页面，请查明是谁所为。',
    },
  },
  limited: '尝试次数过多，请等待一分钟',
};
