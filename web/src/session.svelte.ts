/** Who is here. The session itself is a cookie that pages cannot read. */
import { calls } from './api/calls'
import type { Me } from './api/shapes'

class Session {
  me = $state<Me | null>(null)
  /** Whether the service was asked at least once. */
  known = $state(false)

  async refresh(): Promise<void> {
    try {
      this.me = await calls.here()
    } finally {
      this.known = true
    }
  }

  async guest(name: string | null = null): Promise<void> {
    await calls.guest(name)
    await this.refresh()
  }

  async signIn(name: string, password: string, code: string): Promise<void> {
    await calls.signIn(name, password, code)
    await this.refresh()
  }

  async register(name: string, password: string): Promise<void> {
    await calls.register(name, password)
    await this.refresh()
  }

  async signOut(): Promise<void> {
    await calls.signOut()
    this.me = null
  }

  async refill(): Promise<void> {
    this.me = await calls.refill()
  }
}

export const session = new Session()
