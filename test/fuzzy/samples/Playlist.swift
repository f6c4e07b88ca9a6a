import Foundation

/// A list of tracks with a position.
public final class Playlist {
    public enum Mode: String, Codable {
        case once
        case repeatAll = "repeat-all"
        case shuffle
    }

    public private(set) var tracks: [Track] = []
    public var mode: Mode = .once
    private var position = 0

    public init(tracks: [Track] = []) {
        self.tracks = tracks
    }

    public var current: Track? {
        guard tracks.indices.contains(position) else {
            return nil
        }
        return tracks[position]
    }

    public func append(_ track: Track) {
        tracks.append(track)
        NotificationCenter.default.post(name: .playlistChanged, object: self)
    }

    @discardableResult
    public func advance() -> Track? {
        switch mode {
        case .once:
            position = min(position + 1, tracks.count)
        case .repeatAll:
            position = tracks.isEmpty ? 0 : (position + 1) % tracks.count
        case .shuffle:
            position = Int.random(in: 0..<max(tracks.count, 1))
        }
        return current
    }

    public func remove(where matches: (Track) -> Bool) -> Int {
        let before = tracks.count
        tracks.removeAll(where: matches)
        position = min(position, tracks.count) // never beyond the end
        return before - tracks.count
    }

    public var duration: TimeInterval {
        tracks.reduce(0) { total, track in
            total + track.duration
        }
    }
}

public extension Notification.Name {
    static let playlistChanged = Notification.Name("PlaylistChanged")
}
